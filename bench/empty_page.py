"""The least a Streamlit page can be: one slider and one text with its value."""

import streamlit as st

st.text(st.slider("value", 1, 64, 2))
