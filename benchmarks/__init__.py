"""What tau-emo costs, beside the floor of each cost."""
