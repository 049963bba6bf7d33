import { Link, useNavigate } from 'react-router';
import { Stepper } from '../../../ui/stepper.tsx';
import { segmentsClass } from '../../../ui/tabs.ts';
import { periodLabels } from './periods.ts';
import styles from './period-choice.module.css';
import { viewBeside, viewKinds, withView, type Days, type View, type ViewKind } from './spans.ts';

const labels: Record<ViewKind, string> = { ...periodLabels, season: 'Season', all: 'All time' };

type ChoiceProps = { query: URLSearchParams; view: View };

/** Links, so that reload and Back restore the period. */
export function PeriodChoice({ query, view }: ChoiceProps) {
  return (
    <nav aria-label="Period" className={`${segmentsClass} ${styles.choice}`}>
      {viewKinds.map((kind) => {
        const next = new URLSearchParams(query);
        next.set('period', kind);
        next.delete('of');
        return (
          <Link
            key={kind}
            to={{ search: `?${next}` }}
            preventScrollReset
            aria-current={kind === view.kind ? 'true' : undefined}
          >
            {labels[kind]}
          </Link>
        );
      })}
    </nav>
  );
}

/** The name of the period, with the buttons for the previous and the next one. */
export function PeriodStepper({ query, view, days, title }: ChoiceProps & { days: Days; title: string }) {
  const navigate = useNavigate();
  const [before, after] = [viewBeside(view, -1, days), viewBeside(view, 1, days)];
  if (view.kind === 'all') return <h2>{title}</h2>;
  return (
    <Stepper
      previousLabel={`Previous ${view.kind}`}
      nextLabel={`Next ${view.kind}`}
      hasPrevious={before !== null}
      hasNext={after !== null}
      onStep={(step) => {
        const next = step === 1 ? after : before;
        if (next !== null)
          void navigate({ search: `?${withView(query, next)}` }, { preventScrollReset: true });
      }}
    >
      <h2 aria-live="polite">{title}</h2>
    </Stepper>
  );
}
