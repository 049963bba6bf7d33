import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import styles from './metronome-button.module.css';
import { startMetronome, type Metronome, type Clicks } from './metronome.ts';

/**
 * Clicks and flashes at the target rate; off until the user touches it. With reduced motion the light is a steady
 * count.
 */
export function MetronomeButton({ rateSpm }: { rateSpm: number }) {
  const [metronome, setMetronome] = useState<Metronome | null>(null);
  const running = useRef<Metronome | null>(null);
  useEffect(() => metronome?.setRate(rateSpm), [metronome, rateSpm]);
  useEffect(() => () => running.current?.stop(), []);
  if (!('AudioContext' in globalThis)) return null;

  function toggle() {
    if (metronome === null) {
      running.current = startMetronome(openAudioClicks(), rateSpm);
    } else {
      metronome.stop();
      running.current = null;
    }
    setMetronome(running.current);
  }

  return (
    <Button
      size="touch"
      aria-label={`Metronome at ${rateSpm}`}
      aria-pressed={metronome !== null}
      onClick={toggle}
    >
      {metronome === null ? <Picture /> : <Light metronome={metronome} />}
      {rateSpm}
    </Button>
  );
}

function Picture() {
  return (
    <svg viewBox="0 0 24 24" width="28" height="28" aria-hidden="true">
      <path
        d="M8.5 3h7l4 18h-15zM12 17 19 5M6 14.5h12"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** Follows the beats of the sound, on the same clock. */
function Light({ metronome }: { metronome: Metronome }) {
  const [beat, setBeat] = useState(0);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      setBeat(metronome.beat());
      frame = requestAnimationFrame(look);
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [metronome]);
  // A new element for each beat starts the flash again.
  return (
    <span className={styles.light} aria-hidden="true">
      <span key={beat} className={styles.flash} />
      <span className={styles.count}>{beat}</span>
    </span>
  );
}

const clickSec = 0.05;
const clickHz = 1_000;
const clickVolume = 0.4;

/** Opens the device's sound. Call it from a user gesture: browsers block audio before one. */
function openAudioClicks(): Clicks {
  const audio = new AudioContext();
  void audio.resume();
  return {
    nowSec: () => audio.currentTime,
    clickAt(atSec) {
      const oscillator = audio.createOscillator();
      const gain = audio.createGain();
      oscillator.frequency.value = clickHz;
      gain.gain.setValueAtTime(clickVolume, atSec);
      gain.gain.exponentialRampToValueAtTime(0.001, atSec + clickSec);
      oscillator.connect(gain).connect(audio.destination);
      oscillator.start(atSec);
      oscillator.stop(atSec + clickSec);
    },
    close: () => void audio.close(),
  };
}
