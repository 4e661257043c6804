"""What each domain's customers can want, and the words for it."""
