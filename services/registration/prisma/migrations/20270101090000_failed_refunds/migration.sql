-- Whether a refund of the payment failed, so that the owner and the staff are told.
ALTER TABLE payment_flags ADD COLUMN refund_failed boolean NOT NULL DEFAULT false;
