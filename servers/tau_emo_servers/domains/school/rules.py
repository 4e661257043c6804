RULES = ()
