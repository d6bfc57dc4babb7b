-- The title when the payment was decided: asked again, the answer is the same.
ALTER TABLE payment_decisions ADD COLUMN title text;
