"""Reading books written in Chinese, classical and modern."""
