"""Arrays and labels in, Plotly figures out; knows no screen."""
