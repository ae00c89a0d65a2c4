"""The checker of proofs, written from docs/proofs.md; it shares no code with what makes proofs."""
