import type { CreditTransaction } from '@g2/gateway/contract/payments';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCreditAmount, formatDateTime, formatSignedCredits } from '../../lib/format.ts';
import { transactionsQuery } from '../../shared/payment/api.ts';
import classes from './statement.module.css';
import { StatementPage } from './statement-page.tsx';
import { texts } from './texts.ts';

const t = texts.statement;

export function TransactionList() {
  const [page, setPage] = useState(1);
  return (
    <StatementPage
      label={t.transactions}
      query={useQuery(transactionsQuery(page))}
      page={page}
      onPage={setPage}
      empty={t.noTransactions}
      failed={t.transactionsFailed}
      row={(transaction) => <TransactionRow transaction={transaction} />}
    />
  );
}

function TransactionRow({ transaction }: { transaction: CreditTransaction }) {
  const { delta, balanceAfter, reason, createdAt } = transaction;
  return (
    <>
      <div className={classes.what}>
        <span className={classes.reason}>{reason}</span>
        <span className={classes.when}>{formatDateTime(createdAt)}</span>
      </div>
      <div className={classes.howMuch}>
        <span className={classes.amount} data-sign={delta > 0 ? 'in' : 'out'}>
          {formatSignedCredits(delta)}
        </span>
        <span className={classes.when}>
          {t.after(formatCreditAmount(balanceAfter))}
          <span className={classes.unit}> {t.unit}</span>
        </span>
      </div>
    </>
  );
}
