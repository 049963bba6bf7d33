import { csafeSetConfiguration } from '../csafe-workouts.ts';
import type { WorkoutProgram } from '../csafe-workouts.ts';
import {
  buildCsafeFrame,
  createCsafeAssembler,
  csafeFrameBytes,
  parseCsafeFrame,
  splitCsafeCommands,
} from '../csafe.ts';
import type { CsafeCommand } from '../csafe.ts';
import { encodeText } from '../device-information.ts';
import { SampleRate, sampleIntervalMs } from '../sample-rate.ts';
import { createSimulatedProgramming } from './simulated-programming.ts';
import { Characteristic } from '../uuids.ts';

/** The readable and writable side of the simulated monitor. */
type SimulatedControl = {
  read: (characteristic: number) => Uint8Array | null;
  /** False if the monitor would refuse the write. */
  write: (characteristic: number, bytes: Uint8Array) => boolean;
  sampleIntervalMs: () => number;
};

const statusOk = 0x00;
const statusRejected = 0x10;
const statusBad = 0x20;
const statusToggle = 0x80;
const machineReady = 0x01;

/**
 * Replies to CSAFE frames with a status frame. Accepts programming a workout, unless one is being rowed, and ending
 * one; rejects every other command, and a workout outside the limits of a monitor.
 */
export function createSimulatedControl(on: {
  sampleRateChanged: () => void;
  /** Whether a workout is in progress; it can only be ended. */
  isRowing: () => boolean;
  programmed: (program: WorkoutProgram) => void;
  terminated: () => void;
  replied: (chunk: Uint8Array) => void;
}): SimulatedControl {
  const requests = createCsafeAssembler();
  const programming = createSimulatedProgramming();
  let sampleRate: number = SampleRate.every500Ms;
  let toggle = 0;

  function reply(previousFrame: number): void {
    toggle ^= statusToggle;
    on.replied(buildCsafeFrame(Uint8Array.of(toggle | previousFrame | machineReady)));
  }

  function take(frame: Uint8Array): void {
    const parsed = parseCsafeFrame(frame);
    const requested = parsed.ok ? splitCsafeCommands(parsed.contents, 'request') : null;
    if (requested === null || frame.length > csafeFrameBytes) return reply(statusBad);
    const isAccepted = requested.every(({ command, data }) => {
      const wrapped = command === csafeSetConfiguration ? splitCsafeCommands(data, 'request') : null;
      return wrapped !== null && program(wrapped);
    });
    return reply(isAccepted ? statusOk : statusRejected);
  }

  function program(wrapped: ReadonlyArray<CsafeCommand>): boolean {
    const done = programming.take(wrapped);
    switch (done.outcome) {
      case 'terminated':
        on.terminated();
        return true;
      case 'rejected':
        return false;
      case 'taken':
        return !on.isRowing();
      case 'programmed':
        if (on.isRowing()) return false;
        on.programmed(done.program);
        return true;
    }
  }

  return {
    read(characteristic) {
      switch (characteristic) {
        case Characteristic.serialNumber:
          return encodeText('SIM000001', 9);
        case Characteristic.hardwareRevision:
          return encodeText('SIM', 3);
        case Characteristic.firmwareRevision:
          return encodeText('SIMULATED-1.0', 20);
        case Characteristic.manufacturerName:
          return encodeText('Boathouse', 16);
        case Characteristic.sampleRate:
          return Uint8Array.of(sampleRate);
        default:
          return null;
      }
    },
    write(characteristic, bytes) {
      if (characteristic === Characteristic.csafeReceive) {
        for (const frame of requests.push(bytes)) take(frame);
        return true;
      }
      const code = bytes[0];
      const isRate =
        characteristic === Characteristic.sampleRate &&
        bytes.length === 1 &&
        code !== undefined &&
        sampleIntervalMs(code) !== null;
      if (!isRate) return false;
      sampleRate = code;
      on.sampleRateChanged();
      return true;
    },
    sampleIntervalMs: () => sampleIntervalMs(sampleRate) ?? 500,
  };
}
