"""The formula of each stage in LaTeX; the same in every language."""

FORMULAS = {
    "overview": r"O = \operatorname{softmax}\!\left(\frac{QK^{\mathsf T}}{\sqrt{d_k}}\right)V",
    "input": r"X \in \mathbb{R}^{n \times d_{\mathrm{model}}}",
    "projections": r"Q = XW_Q \qquad K = XW_K \qquad V = XW_V",
    "scores": r"(QK^{\mathsf T})_{ij} = \sum_{t=1}^{d_k} Q_{it}\,K_{jt}",
    "softmax": (
        r"S = \frac{QK^{\mathsf T}}{\sqrt{d_k}} \qquad "
        r"A_{ij} = \frac{e^{S_{ij}}}{\sum_{m=1}^{n} e^{S_{im}}}"
    ),
    "output": r"O_{ic} = \sum_{j=1}^{n} A_{ij}\,V_{jc}",
}

# The same, one step of the overview's chain after the other, by the step's first matrix.
STEPS = {
    "x": FORMULAS["input"],
    "q": FORMULAS["projections"],
    "scores": r"QK^{\mathsf T}",
    "scaled": r"S = \frac{QK^{\mathsf T}}{\sqrt{d_k}}",
    "weights": r"A = \operatorname{softmax}(S)",
    "output": r"O = AV",
}
