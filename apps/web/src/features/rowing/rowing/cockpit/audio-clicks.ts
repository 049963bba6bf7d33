import type { Clicks } from './metronome.ts';

const clickSec = 0.05;
const clickHz = 1_000;
const clickVolume = 0.4;

/** Opens the device's sound. Call it from a user gesture: browsers block audio before one. */
export function openAudioClicks(): Clicks {
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
