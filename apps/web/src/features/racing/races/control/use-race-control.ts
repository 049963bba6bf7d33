import type { EndpointResponse } from '@boathouse/contract/endpoint';
import type { RaceControl, WholeRaceEvent } from '@boathouse/contract/races';
import { raceDay } from '@boathouse/contract/races/day';
import type { Race } from '@boathouse/contract/races/race';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { changeCached } from '../../../../lib/change-cached.ts';
import { newId } from '../../../../lib/outbox/call-or-keep.ts';
import {
  callRaceDay,
  changeEvent,
  mergeRaces,
  publishDay,
  raceInFull,
  raceNowOf,
  resultsOfEvent,
  useRaceChange,
} from '../api.ts';
import type { NextStep } from './next-step.ts';

const storageKey = 'boathouse.race-device';

/** The page that holds the control: the same after a reload of this tab, and different in each tab. */
export function useDevice(): string {
  return useState(() => {
    try {
      const kept = sessionStorage.getItem(storageKey);
      const device = kept ?? crypto.randomUUID();
      sessionStorage.setItem(storageKey, device);
      return device;
    } catch {
      return crypto.randomUUID();
    }
  })[0];
}

/** Takes the control for this page, or releases it. */
export function useControl(eventId: string, device: string) {
  const client = useQueryClient();
  const note = async (control: RaceControl | null) => {
    // Cancels earlier requests, because a late response to one would show the control as free again.
    await changeCached(client, raceNowOf(eventId).queryKey, (now) => ({ ...now, control }));
    await changeEvent(client, eventId, (event) => ({ ...event, control }));
  };
  const params = { id: eventId };
  const take = useRaceChange(
    eventId,
    'race control',
    (takeOver: boolean) => callRaceDay(raceDay.takeControl, { params, body: { device, takeOver } }),
    note,
  );
  const release = useRaceChange(
    eventId,
    'race control',
    () => callRaceDay(raceDay.releaseControl, { params, query: { device } }),
    ({ control }) => note(control),
  );
  return { take, release };
}

const stepCalls = {
  call: raceDay.call,
  arm: raceDay.arm,
  start: raceDay.start,
  finish: raceDay.finish,
} as const;

type Act = { race: Race; kind: NextStep['kind'] };

/** Takes a race one step further. */
export function useStep(event: Pick<WholeRaceEvent, '_id' | 'isPublished'>, device: string) {
  const { _id: eventId } = event;
  const client = useQueryClient();
  return useRaceChange(
    eventId,
    'race step',
    async ({ race: { _id, version }, kind }: Act): Promise<Race[]> => {
      const params = { id: _id };
      const body = { action: await newId(), version };
      switch (kind) {
        case 'publish':
          return publishDay(event);
        case 'call':
        case 'arm':
        case 'start':
        case 'finish':
          return [await callRaceDay(stepCalls[kind], { params, body: { ...body, device } })];
        case 'prepare':
          return [await callRaceDay(raceDay.rerow, { params, body: { ...body, device } })];
        case 'provisional':
          return [await callRaceDay(raceDay.makeProvisional, { params, body })];
        case 'official':
          return [await callRaceDay(raceDay.makeOfficial, { params, body })];
        default:
          return [];
      }
    },
    async (races, { kind }) => {
      if (kind === 'publish') {
        await changeEvent(client, eventId, (shown) => ({ ...shown, isPublished: true }));
      }
      await mergeRaces(client, eventId, races);
      for (const { _id } of races) void client.invalidateQueries({ queryKey: raceInFull(_id).queryKey });
      void client.invalidateQueries({ queryKey: resultsOfEvent(eventId).queryKey });
    },
  );
}

type StopInput = { race: Race; lanes: number[]; reason: string };

/** Stops a race; with lanes, as their false start. */
export function useStop(eventId: string, device: string) {
  const client = useQueryClient();
  return useRaceChange(
    eventId,
    'stop',
    async ({ race: { _id, version }, lanes, reason }: StopInput) =>
      callRaceDay(raceDay.stop, {
        params: { id: _id },
        body: { action: await newId(), version, device, falseStartLanes: lanes, reason },
      }),
    (race: EndpointResponse<typeof raceDay.stop>) => mergeRaces(client, eventId, [race]),
  );
}
