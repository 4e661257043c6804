"""From a collection to a trained model that is measured: the recipe, step by step."""
