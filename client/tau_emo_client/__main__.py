"""`python -m tau_emo_client` is `tau-emo`."""

from tau_emo_client.cli import main

if __name__ == "__main__":
    main()
