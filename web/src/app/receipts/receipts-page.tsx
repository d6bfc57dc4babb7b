import '../../ui/mantine-forms.ts';
import { PurchaseList } from '../../features/credits/statement.tsx';
import { ReceiptList } from '../../features/registrations/receipt-list.tsx';
import { Panel } from '../../ui/facts.tsx';
import { Page } from '../../ui/page.tsx';
import { texts as t } from './texts.ts';

/** The client's paid registrations with their receipts, and the credit purchases. */
export function ReceiptsPage() {
  return (
    <Page title={t.title} lead={t.lead} narrow>
      <div className="grid grid-cols-1 gap-4">
        <Panel title={t.registrations}>
          <ReceiptList />
        </Panel>
        <Panel title={t.purchases}>
          <PurchaseList />
        </Panel>
      </div>
    </Page>
  );
}
