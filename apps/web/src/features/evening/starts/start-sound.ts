import { createListeners } from '../../../lib/store.ts';

/** Sounds of the countdown, in Hz and seconds. */
const tick = { frequency: 660, durationSec: 0.12 };
const go = { frequency: 990, durationSec: 0.6 };
/** Fades that avoid clicks. */
const fadeSec = 0.01;
const volume = 0.4;

type SoundState = 'on' | 'off' | 'blocked';

/**
 * Plays the countdown. A browser allows sound only on a page that the user has touched before, and some browsers only
 * during a touch: until then it is blocked.
 */
class StartSound {
  readonly #listeners = createListeners();
  #context: AudioContext | null = null;
  #isMuted = false;

  readonly getState = (): SoundState => {
    if (this.#isMuted) return 'off';
    return this.#context?.state === 'running' ? 'on' : 'blocked';
  };

  readonly subscribe = this.#listeners.subscribe;

  /** Prepares the sound, if the browser allows it; returns a function that ends it. */
  readonly open = (): (() => void) => {
    if (!('AudioContext' in globalThis)) return () => {};
    this.#context ??= new AudioContext();
    const context = this.#context;
    context.onstatechange = () => this.#listeners.call();
    const log = (error: unknown) => console.info('Sound is not available', error);
    // Stays pending, or rejects, if the browser waits for a touch.
    context.resume().catch(log);
    return () => void context.suspend().catch(log);
  };

  /** Turns the sound on or off; call it in a touch or key event. */
  setMuted(isMuted: boolean): void {
    this.#isMuted = isMuted;
    if (!isMuted) this.open();
    this.#listeners.call();
  }

  /** Plays the sound of a count: 3, 2, 1 and, at 0, GO. */
  play(count: number): void {
    if (count > 3 || this.getState() !== 'on' || this.#context === null) return;
    const { frequency, durationSec } = count === 0 ? go : tick;
    const context = this.#context;
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    const atSec = context.currentTime;
    oscillator.frequency.value = frequency;
    gain.gain.setValueAtTime(0, atSec);
    gain.gain.linearRampToValueAtTime(volume, atSec + fadeSec);
    gain.gain.setValueAtTime(volume, atSec + durationSec - fadeSec);
    gain.gain.linearRampToValueAtTime(0, atSec + durationSec);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(atSec);
    oscillator.stop(atSec + durationSec);
  }
}

/** The page's one sound: a browser limits the number of audio contexts. */
export const startSound = new StartSound();
