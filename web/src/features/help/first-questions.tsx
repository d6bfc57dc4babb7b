import type { Topic } from './answers.ts';
import classes from './help.module.css';
import { portugueseTexts } from './texts.ts';

/** An editorial choice of the most useful questions; no usage is measured. */
const CHOSEN = ['precos', 'etapas', 'hash', 'inpi', 'versao', 'senha'] as const;

export function FirstQuestions({ topics }: { readonly topics: readonly Topic[] }) {
  const all = topics.flatMap(({ questions }) => questions);
  const chosen = CHOSEN.flatMap((id) => all.find((one) => one.id === id) ?? []);
  return (
    <nav className={classes.most} aria-labelledby="comece">
      <h2 id="comece">{portugueseTexts.first}</h2>
      <ul>
        {chosen.map(({ id, question }) => (
          <li key={id}>
            <a href={`#${id}`}>{question}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
