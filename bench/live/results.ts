import type { System } from './generator/messages.ts';

/** Why a cell has no figures: the load was too much for the server or for the generator. */
type NoFigures = 'overloaded' | 'refused';

/** One run, or the medians of several, of one system at one load. */
export type Measured = {
  cpuMsPer1000Updates: number;
  bytesPerUpdate: number;
  /** Bytes that the rowers sent, acknowledgements included, for each update that arrived. */
  bytesSentPerUpdate: number;
  /** Null when the generator was too late to measure them. */
  p50Ms: number | null;
  p99Ms: number | null;
  /** Share of the due updates that arrived: a newer sample can replace one before the frame is sent. */
  arrivedShare: number;
  /** It is a share of one processor. */
  serverCpuShare: number;
  generatorCpuShare: number;
  generatorLagP99Ms: number;
};

type Failed = { none: NoFigures; reason: string };

export type RunResult = Measured | Failed;

export type LoadResult = {
  system: System;
  /** It applies to each room. */
  rowers: number;
  rooms: number;
  tickMs: number;
  runs: number;
  state: 'measured' | NoFigures;
  reason: string | null;
} & { [K in keyof Measured]: Measured[K] | null };

export type CapacityResult = {
  system: System;
  rowersPerRoom: number;
  /** The most rowers for which the 99th percentile was within the limit. */
  rowersMax: number;
  p99LimitMs: number;
  p99Ms: number | null;
  serverCpuShare: number | null;
  /** The reason for the end of the search. */
  endedBy: string;
};

export type StallResult = {
  system: System;
  rowers: number;
  stallMs: number;
  staleFrames: number;
  freshAfterMs: number | null;
  /** Why the server closed the viewer's connection, or null. */
  closed: string | null;
  /** Of the other watchers, during the stall and before it. */
  othersP99Ms: number | null;
  othersP99BeforeMs: number | null;
};

export type MemoryResult = { system: System; connections: number; kibPerConnection: number };

export type ProcessesResult = {
  rooms: number;
  rowers: number;
  oneCpuMsPer1000Updates: number;
  twoCpuMsPer1000Updates: number;
};

export type Results = {
  rooms: LoadResult[];
  manyRooms: LoadResult[];
  capacity: CapacityResult[];
  stalled: StallResult[];
  memory: MemoryResult[];
  processes: ProcessesResult | null;
};
