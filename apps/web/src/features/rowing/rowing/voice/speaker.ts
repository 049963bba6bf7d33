import { spoken } from './spoken.ts';

/** The outcome of an attempt to speak. */
export type SpeechOutcome = 'spoken' | 'replaced' | 'failed';

/** The message for a failure. */
export const notSpoken = "This device didn't speak. Check its volume and its voices, then try again.";

/** Some browsers report neither a beginning nor an error if no voice is installed. */
const beginsWithinMs = 5_000;

/** Returns the browser's speech; null without one. */
export function browserSynthesis(): SpeechSynthesis | null {
  return 'speechSynthesis' in globalThis ? globalThis.speechSynthesis : null;
}

const speakers = new WeakMap<SpeechSynthesis, Speaker>();

/** Returns the page's only speaker for a synthesis, because two would interrupt each other. */
export function speakerOf(synthesis: SpeechSynthesis): Speaker {
  const known = speakers.get(synthesis) ?? new Speaker(synthesis);
  speakers.set(synthesis, known);
  return known;
}

type Waiting = { words: string; settle: (outcome: SpeechOutcome) => void };

/**
 * Speaks one sentence at a time. A newer sentence replaces a waiting one, so that the athlete hears the present state.
 */
class Speaker {
  readonly #synthesis: SpeechSynthesis;
  /** The current sentence; the reference keeps the browser from collecting it with its events. */
  #current: { utterance: SpeechSynthesisUtterance; finish: (outcome: SpeechOutcome) => void } | null = null;
  #waiting: Waiting | null = null;

  constructor(synthesis: SpeechSynthesis) {
    this.#synthesis = synthesis;
  }

  /** Speaks the words in the language of the page. Never rejects. */
  say(words: string): Promise<SpeechOutcome> {
    const { promise, resolve } = Promise.withResolvers<SpeechOutcome>();
    this.#waiting?.settle('replaced');
    this.#waiting = { words, settle: resolve };
    if (this.#current === null) this.#next();
    return promise;
  }

  /** Stops the current sentence and drops the waiting one. */
  stop(): void {
    this.#waiting?.settle('replaced');
    this.#waiting = null;
    if (this.#current === null) return;
    this.#current.finish('replaced');
    this.#synthesis.cancel();
  }

  #next(): void {
    if (this.#waiting === null) return;
    const { words, settle } = this.#waiting;
    this.#waiting = null;
    const utterance = new SpeechSynthesisUtterance(spoken(words));
    utterance.lang = document.documentElement.lang;
    const finish = (outcome: SpeechOutcome) => {
      clearTimeout(timer);
      if (this.#current?.utterance !== utterance) return;
      this.#current = null;
      settle(outcome);
      this.#next();
    };
    const fail = () => {
      finish('failed');
      // Otherwise the browser would speak it late.
      if (this.#current === null) this.#synthesis.cancel();
    };
    const timer = setTimeout(fail, beginsWithinMs);
    utterance.onstart = () => clearTimeout(timer);
    utterance.onend = () => finish('spoken');
    utterance.onerror = ({ error }) => {
      console.info('The browser did not speak', error);
      finish(error === 'canceled' || error === 'interrupted' ? 'replaced' : 'failed');
    };
    this.#current = { utterance, finish };
    this.#synthesis.speak(utterance);
  }
}
