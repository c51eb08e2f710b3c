"""The names, addresses and messages of other programs' clients, translated into ours."""
