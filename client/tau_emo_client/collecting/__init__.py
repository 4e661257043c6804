"""Training trajectories: episodes over train tasks, the good ones kept, in even measure."""
