"""Who a person is: addresses, passwords, tokens and the rows that hold them.

Knows nothing of HTTP and nothing of books. Promise: passwords and tokens go in and never come out again.
"""
