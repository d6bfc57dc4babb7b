-- Proofs ask for the newest tree over an entry that most witnesses saw, and there is a tree for nearly every entry.
CREATE INDEX log_checkpoints_witnessed_idx ON log_checkpoints (cardinality(cosignatures), size);
