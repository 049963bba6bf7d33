import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { afterFirstFrame } from './first-frame.ts';
import { once } from '../../lib/store.ts';
import { Button } from '../button.tsx';
import styles from '../states.module.css';
import { TryAgain } from '../states.tsx';

type LazyPart<Props> = {
  /** Subject of the sentence shown if it can't be loaded. */
  name: string;
  load: () => Promise<ComponentType<Props>>;
  /** Shown while it loads. */
  waiting?: ReactNode;
};

type Preloads = {
  /** Loads the code before it is shown. Repeats a failure, and reports it once it is shown. */
  preload: () => void;
};

/** Handlers of a button or link: a pointer over it, the focus on it, or a finger on it mean that a press may follow. */
export function onIntent(preload: () => void) {
  return { onPointerEnter: preload, onFocus: preload, onTouchStart: preload };
}

/**
 * Returns a component whose code loads when it is first shown, after the page's first frame. If that fails, it shows
 * this in its place, with Try again and, for code that a new version has replaced, Reload: the parts around it stay,
 * which may include a workout.
 */
export function lazyPart<Props extends object>({
  name,
  load,
  waiting,
}: LazyPart<Props>): ComponentType<Props> & Preloads {
  let Loaded: ComponentType<Props> | null = null;
  const loadOnce = once(async () => {
    await afterFirstFrame();
    Loaded = await load();
  });
  const start = () => loadOnce().catch((error: unknown) => console.warn(`${name} couldn't be loaded`, error));

  function Part(props: Props) {
    const [isWaiting, setIsWaiting] = useState(Loaded === null);
    useEffect(() => {
      if (!isWaiting) return;
      let isGone = false;
      void start().then(() => isGone || setIsWaiting(false));
      return () => {
        isGone = true;
      };
    }, [isWaiting]);
    if (isWaiting) return waiting;
    return Loaded === null ? (
      <Missing
        name={name}
        onRetry={() => setIsWaiting(true)}
        onAgain={() => void start().then(() => Loaded && setIsWaiting(true))}
      />
    ) : (
      <Loaded {...props} />
    );
  }
  return Object.assign(Part, { preload: () => void start() });
}

/** Tries again by itself, because the network may be back, and stays until the part is there. */
const againMs = 10_000;

type MissingProps = { name: string; onRetry: () => void; onAgain: () => void };

function Missing({ name, onRetry, onAgain }: MissingProps) {
  useEffect(() => {
    const timer = setInterval(onAgain, againMs);
    return () => clearInterval(timer);
  });
  return (
    <div className={styles.state}>
      <p role="alert">{name} couldn't be loaded. Check your connection and try again, or reload the page.</p>
      <div>
        <TryAgain onRetry={onRetry} />
        <Button look="quiet" onClick={() => location.reload()}>
          Reload
        </Button>
      </div>
    </div>
  );
}
