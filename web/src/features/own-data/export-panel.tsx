import { useDownload } from '../../lib/download.ts';
import { reasonOf } from '../../lib/failures.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Panel } from '../../ui/facts.tsx';
import { notify } from '../../ui/toast-store.ts';
import { EXPORT_PATH } from './api.ts';
import classes from './own-data.module.css';
import { texts } from './texts.ts';

const t = texts.download;

export function ExportPanel() {
  const { transfer, cancel, start } = useDownload();
  const download = async () => {
    try {
      const received = await start(EXPORT_PATH, 'meus-dados-g2.json');
      if (received) notify.success(t.done, t.doneText(received.name));
    } catch (error) {
      notify.error(t.failed, reasonOf(error, t.failedText));
    }
  };
  return (
    <Panel title={t.title}>
      <p className={classes.text}>{t.text}</p>
      <div className={classes.act}>
        <DownloadButton transfer={transfer} name={t.name} onStart={() => void download()} onCancel={cancel}>
          {t.button}
        </DownloadButton>
        <span className="g2-note">{t.limit}</span>
      </div>
    </Panel>
  );
}
