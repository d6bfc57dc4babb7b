import type { CreatedApiToken } from '@g2/gateway/contract/api-tokens';
import { CodeBlock } from '../../ui/code-block.tsx';
import dialogClasses from '../../ui/dialog.module.css';
import { KeptActions } from '../../ui/kept-actions.tsx';
import { Modal } from '../../ui/modal.tsx';
import { loginCommand, texts } from './texts.ts';

const t = texts.made;

/** Shows a new token, which is not shown again; closes only after the user confirms having saved it. */
export function MadeDialog({ made, onClose }: { made: CreatedApiToken; onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.title}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <div className={dialogClasses.form}>
        <p className={dialogClasses.warning}>{t.warning}</p>
        <CodeBlock label={t.label} code={made.token} first />
        <p className={dialogClasses.lead}>{t.next}</p>
        <CodeBlock label={texts.cli.code} code={loginCommand(window.location.origin)} />
        <KeptActions kept={t.kept} close={t.close} onClose={onClose} />
      </div>
    </Modal>
  );
}
