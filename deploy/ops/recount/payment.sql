-- No writes meanwhile: a change would be counted twice, or not at all.
LOCK TABLE payment_webhook_events IN SHARE ROW EXCLUSIVE MODE;
LOCK TABLE registration_payments, credit_purchases, accounts, credit_transactions, credit_gifts,
  stripe_refunds, stripe_disputes, transfers IN SHARE MODE;

-- Totals of lists, of money, of what is owed and of credits.
DELETE FROM payment_counters;
INSERT INTO payment_counters (kind, shard, value)
  SELECT 'payments:registration:' || shown_status(status, decline_code), 0, count(*) FROM registration_payments GROUP BY 1
  UNION ALL SELECT 'payments:credit_purchase:' || shown_status(status, decline_code), 0, count(*)
    FROM credit_purchases GROUP BY 1
  UNION ALL SELECT 'events:' || status, 0, count(*) FROM payment_webhook_events GROUP BY status
  UNION ALL SELECT 'money:' || method, 0, sum(amount) FROM registration_payments
    WHERE captured_at IS NOT NULL GROUP BY method
  UNION ALL SELECT 'money:purchase', 0, coalesce(sum(price_in_cents), 0) FROM credit_purchases
    WHERE completed_at IS NOT NULL
  UNION ALL SELECT 'money:refund', 0,
    (SELECT coalesce(sum(refunded_amount), 0) FROM registration_payments WHERE captured_at IS NOT NULL)
    + (SELECT coalesce(sum(refunded_amount + disputed_amount), 0) FROM credit_purchases
       WHERE completed_at IS NOT NULL)
  UNION ALL SELECT 'owed', 0, coalesce(sum(owed), 0) FROM accounts
  UNION ALL SELECT 'credits', 0, coalesce(sum(delta), 0) FROM credit_transactions
  UNION ALL SELECT 'credits:gifts', 0, coalesce(sum(delta), 0) FROM credit_gifts;

-- Payments by the day they began on.
DELETE FROM payment_days;
INSERT INTO payment_days (day, kind, method, status, shard, payments, received, refunded)
  SELECT civil_day(created_at), 'registration', method, shown_status(status, decline_code), 0, count(*),
    sum(moved_cents(captured_at, amount)), sum(moved_cents(captured_at, refunded_amount))
  FROM registration_payments GROUP BY 1, 3, 4
  UNION ALL
  SELECT civil_day(created_at), 'credit_purchase', 'card', shown_purchase_status(status, decline_code), 0, count(*),
    sum(moved_cents(completed_at, price_in_cents)), sum(moved_cents(completed_at, refunded_amount))
  FROM credit_purchases GROUP BY 1, 4;

-- Which notices tell of a declined card. The trigger that books them does so into days that are written whole below.
UPDATE payment_webhook_events SET is_decline = is_own_decline(event_type, status, payment_intent_id)
  WHERE is_decline <> is_own_decline(event_type, status, payment_intent_id);

-- Money by the day on which it moved.
DELETE FROM money_days;
INSERT INTO money_days (day, shard, declines)
  SELECT civil_day(occurred_at), 0, count(*) FROM payment_webhook_events WHERE is_decline GROUP BY 1;
INSERT INTO money_days (day, shard, card_payments, card_payment_cents)
  SELECT civil_day(captured_at), 0, count(*), sum(amount) FROM registration_payments
  WHERE method = 'card' AND captured_at IS NOT NULL GROUP BY 1
ON CONFLICT (day, shard) DO UPDATE SET card_payments = excluded.card_payments,
  card_payment_cents = excluded.card_payment_cents;
INSERT INTO money_days (day, shard, purchases, purchase_cents)
  SELECT civil_day(completed_at), 0, count(*), sum(price_in_cents) FROM credit_purchases
  WHERE completed_at IS NOT NULL GROUP BY 1
ON CONFLICT (day, shard) DO UPDATE SET purchases = excluded.purchases, purchase_cents = excluded.purchase_cents;
INSERT INTO money_days (day, shard, settled_card, settled_card_cents, settled_manual, settled_manual_cents,
    settled_credits, settled_credit_cents, settled_gifts, settled_gift_cents)
  SELECT civil_day(p.settled_at), 0,
    count(*) FILTER (WHERE p.method = 'card'), coalesce(sum(p.amount) FILTER (WHERE p.method = 'card'), 0),
    count(*) FILTER (WHERE p.method = 'manual'), coalesce(sum(p.amount) FILTER (WHERE p.method = 'manual'), 0),
    count(*) FILTER (WHERE p.method = 'credits'),
    coalesce(sum(p.amount + coalesce(g.delta, 0)) FILTER (WHERE p.method = 'credits'), 0),
    count(g.delta), coalesce(-sum(g.delta), 0)
  FROM registration_payments p
    LEFT JOIN credit_transactions t ON p.method = 'credits' AND t.operation_key = 'pay:' || p.id
    LEFT JOIN credit_gifts g ON g.entry_id = t.id
  WHERE p.settled_at IS NOT NULL GROUP BY 1
ON CONFLICT (day, shard) DO UPDATE SET settled_card = excluded.settled_card,
  settled_card_cents = excluded.settled_card_cents, settled_manual = excluded.settled_manual,
  settled_manual_cents = excluded.settled_manual_cents, settled_credits = excluded.settled_credits,
  settled_credit_cents = excluded.settled_credit_cents, settled_gifts = excluded.settled_gifts,
  settled_gift_cents = excluded.settled_gift_cents;
INSERT INTO money_days (day, shard, refunds, refund_cents)
  SELECT civil_day(at), 0, count(*), sum(amount) FROM (
    SELECT began_at(created_at, payment_intent_id) AS at, amount FROM stripe_refunds WHERE status <> 'failed'
    UNION ALL SELECT transfer_time(transferred_on), amount FROM transfers) back GROUP BY 1
ON CONFLICT (day, shard) DO UPDATE SET refunds = excluded.refunds, refund_cents = excluded.refund_cents;
INSERT INTO money_days (day, shard, disputes, dispute_cents, disputes_lost, dispute_lost_cents)
  SELECT civil_day(began_at(created_at, payment_intent_id)), 0, count(*), sum(amount),
    count(*) FILTER (WHERE is_lost(status)), coalesce(sum(amount) FILTER (WHERE is_lost(status)), 0)
  FROM stripe_disputes WHERE is_dispute(status) GROUP BY 1
ON CONFLICT (day, shard) DO UPDATE SET disputes = excluded.disputes, dispute_cents = excluded.dispute_cents,
  disputes_lost = excluded.disputes_lost, dispute_lost_cents = excluded.dispute_lost_cents;
INSERT INTO money_days (day, shard, credits, gifts)
  SELECT civil_day(t.created_at), 0, sum(t.delta), coalesce(sum(g.delta), 0)
  FROM credit_transactions t LEFT JOIN credit_gifts g ON g.entry_id = t.id GROUP BY 1
ON CONFLICT (day, shard) DO UPDATE SET credits = excluded.credits, gifts = excluded.gifts;
