import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usePglite } from '../../test/support/databases.ts';
import { TestApp } from '../../test/support/test-app.ts';

describe('the metrics that deploy/ shows and warns of', () => {
  const database = usePglite();
  let app: TestApp;
  beforeAll(async () => {
    app = await TestApp.on(database());
    app.services.metrics.addProcess();
  });
  afterAll(() => app.close());

  test.for(['grafana.json', 'alerts.yml'])('%s names metrics that exist', async (file) => {
    const text = readFileSync(new URL(`../../../../deploy/${file}`, import.meta.url), 'utf8');
    const named = new Set(text.match(/\b(boathouse|nodejs|process)_[a-z0-9_]+/g));
    const { body } = await app.services.metrics.text();
    const known = new Set(
      Array.from(body.matchAll(/^# TYPE (\S+) (\S+)/gm), ([, name, type]) => ({ name, type })).flatMap(
        ({ name = '', type }) =>
          type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    );
    expect(named.size).toBeGreaterThan(4);
    expect([...named].filter((name) => !known.has(name))).toEqual([]);
  });
});
