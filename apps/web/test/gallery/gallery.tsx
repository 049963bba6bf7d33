import type { ReactNode } from 'react';
import { modes, type Mode } from '../../src/ui/appearance.ts';
import { segmentsClass } from '../../src/ui/tabs.ts';
import { controls } from './controls.tsx';
import { covers } from './covers.tsx';
import { arabic, english, type Example } from './example.ts';
import { features } from './features.tsx';
import { frames } from './frames.tsx';
import styles from './gallery.module.css';
import { live } from './live.tsx';

const groups: ReadonlyArray<{ title: string; examples: readonly Example[] }> = [
  { title: 'Controls', examples: controls },
  { title: 'Frames', examples: frames },
  { title: 'Dialogs, menus and toasts', examples: covers },
  { title: 'Features', examples: features },
  { title: 'While rowing', examples: live },
];

type GalleryProps = {
  /** The component to show; null shows all. */
  only: string | null;
  /** The color mode to show; null shows all. */
  mode: Mode | null;
};

/** Every component in its states, in all color modes side by side. */
export function Gallery({ only, mode }: GalleryProps) {
  const shown = mode === null ? modes : [mode];
  return (
    <div className={styles.gallery}>
      <nav aria-label="Components" className={styles.index}>
        <a href="?">All</a>
        {groups.map(({ title, examples }) => (
          <section key={title}>
            <h2>{title}</h2>
            {examples.map(({ component }) => (
              <a key={component} href={`?only=${component}`} aria-current={component === only}>
                {component}
              </a>
            ))}
          </section>
        ))}
      </nav>
      <main className={styles.examples}>
        <h1>Gallery</h1>
        <nav aria-label="Color mode" className={segmentsClass}>
          {[null, ...modes].map((each) => (
            <a key={each} href={addressOf({ only, mode: each })} aria-current={each === mode}>
              {each ?? 'all modes'}
            </a>
          ))}
        </nav>
        {groups
          .flatMap(({ examples }) => examples)
          .filter(({ component }) => only === null || component === only)
          .map((example) => (
            <ExampleSection key={example.component} example={example} modes={shown} />
          ))}
      </main>
    </div>
  );
}

function addressOf({ only, mode }: GalleryProps): string {
  const query = new URLSearchParams({
    ...(only === null ? {} : { only }),
    ...(mode === null ? {} : { mode }),
  });
  return `?${query}`;
}

function ExampleSection({ example, modes: shown }: { example: Example; modes: readonly Mode[] }) {
  const { component, cases, isWide = false } = example;
  return (
    <section id={component} aria-label={component} className={styles.example}>
      <h2>{component}</h2>
      <div className={styles.modes} data-wide={isWide}>
        {shown.map((mode) => (
          <div key={mode} data-mode={mode} data-tint="blue" className={styles.mode}>
            {cases.map(({ name, words = english, show }) => (
              <Case key={name} name={name}>
                {show(words)}
              </Case>
            ))}
            <Case name="right to left" direction="rtl">
              {cases[0]?.show(arabic)}
            </Case>
          </div>
        ))}
      </div>
    </section>
  );
}

type CaseProps = { name: string; direction?: 'ltr' | 'rtl'; children: ReactNode };

function Case({ name, direction = 'ltr', children }: CaseProps) {
  return (
    <figure className={styles.case} dir={direction}>
      <figcaption dir="ltr">{name}</figcaption>
      {children}
    </figure>
  );
}
