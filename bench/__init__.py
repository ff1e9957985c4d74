"""Speed and quality, measured: each bench writes JSON and names the baseline of the same run."""
