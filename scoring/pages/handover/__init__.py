"""Reading in what another phone wrote."""
