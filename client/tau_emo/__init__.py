"""Where other frameworks find tau-emo: Inspect's tasks and Gymnasium's environments."""
