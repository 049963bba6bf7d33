import { csafeSetConfiguration, isTerminate } from './csafe-workouts.ts';
import { buildCsafeFrame, createCsafeAssembler, parseCsafeFrame, splitCsafeCommands } from './csafe.ts';
import { encodeText } from './device-information.ts';
import { ErgMachineType } from './records.ts';
import { SampleRate, sampleIntervalMs } from './sample-rate.ts';
import { Characteristic } from './uuids.ts';

/** The readable and writable side of the simulated monitor. */
type SimulatedControl = {
  read: (characteristic: number) => Uint8Array | null;
  /** False where the monitor would refuse the write. */
  write: (characteristic: number, bytes: Uint8Array) => boolean;
  sampleIntervalMs: () => number;
};

const statusOk = 0x00;
const statusRejected = 0x10;
const statusBad = 0x20;
const statusToggle = 0x80;
const machineReady = 0x01;

/**
 * Replies to CSAFE frames with a status frame. Accepts only the terminate command: rejects programming a workout, because
 * the simulated rower already has a plan.
 */
export function createSimulatedControl(on: {
  sampleRateChanged: () => void;
  terminated: () => void;
  replied: (chunk: Uint8Array) => void;
}): SimulatedControl {
  const requests = createCsafeAssembler();
  let sampleRate: number = SampleRate.every500Ms;
  let toggle = 0;

  function reply(previousFrame: number): void {
    toggle ^= statusToggle;
    on.replied(buildCsafeFrame(Uint8Array.of(toggle | previousFrame | machineReady)));
  }

  function take(frame: Uint8Array): void {
    const parsed = parseCsafeFrame(frame);
    const commands = parsed.ok ? splitCsafeCommands(parsed.contents, 'request') : null;
    if (commands === null) return reply(statusBad);
    const isUnderstood = commands.every(({ command, data }) => {
      if (command !== csafeSetConfiguration) return false;
      return isTerminate(splitCsafeCommands(data, 'request') ?? []);
    });
    if (!isUnderstood) return reply(statusRejected);
    if (commands.length > 0) on.terminated();
    return reply(statusOk);
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
        case Characteristic.ergMachineType:
          return Uint8Array.of(ErgMachineType.simulator);
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
