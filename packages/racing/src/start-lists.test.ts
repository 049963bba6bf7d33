import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { monitorName, monitorNames } from './monitor-name.ts';
import type { RaceForFile, StartListEntry } from './start-list.ts';
import { readResults, readStartList, writeRac, writeRac2, writeVraResults } from './start-lists.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (text: string, fileName = 'list.csv') => readStartList(bytesOf(text), fileName);
const entry = (part: Partial<StartListEntry>): StartListEntry => ({
  heat: null,
  lane: null,
  name: '',
  bib: '',
  club: '',
  event: '',
  ...part,
});

describe('a start list from CSV', () => {
  test('has the columns of cvs2rac, with the name in two', () => {
    expect(read('Event,First_Name,Last_Name,Heat,Lane\nW 2k,Ada,Okoro,1,3\n')).toEqual({
      entries: [entry({ heat: 1, lane: 3, name: 'Ada Okoro', event: 'W 2k' })],
      problems: [],
    });
  });

  test('has the number of each athlete under "No." as a secretary writes it', () => {
    expect(read('No.,Name,Club\n12,Ada Okoro,Harbour\n').entries).toEqual([
      entry({ bib: '12', name: 'Ada Okoro', club: 'Harbour' }),
    ]);
  });

  test.each([';', '\t', '|'])('may have only two or three columns, divided by %j', (mark) => {
    const text = ['No.', 'Name', 'Club'].join(mark) + '\n' + ['12', 'Ada Okoro', 'Harbour'].join(mark) + '\n';
    expect(read(text).entries).toEqual([entry({ bib: '12', name: 'Ada Okoro', club: 'Harbour' })]);
    expect(read(`Name${mark}Club\nAda Okoro${mark}Harbour\n`).entries).toHaveLength(1);
  });

  test('has the seed time of each athlete, with a point or a comma, and reports other texts', () => {
    const { entries, problems } = read(
      'Name;Club;Seed time\nAda;Harbour;7:05,3\nBo;Harbour;7:10.0\nCy;Lake;\nDi;Lake;fast\n',
    );
    expect(entries).toEqual([
      entry({ name: 'Ada', club: 'Harbour', seedTenths: 4_253 }),
      entry({ name: 'Bo', club: 'Harbour', seedTenths: 4_300 }),
      entry({ name: 'Cy', club: 'Lake' }),
      entry({ name: 'Di', club: 'Lake' }),
    ]);
    expect(problems).toEqual([{ line: 5, message: '"fast" isn\'t a seed time.' }]);
  });

  test('has no seed times in a column "Time", which other lists use for the start', () => {
    expect(read('Name,Bib,Time\nAda,1,10:30\n').entries).toEqual([entry({ name: 'Ada', bib: '1' })]);
  });

  test('has a team in the list of a converter', () => {
    expect(read('heat,lane,team\n2,1,Harbour Rowing\n').entries).toEqual([
      entry({ heat: 2, lane: 1, name: 'Harbour Rowing' }),
    ]);
  });

  test('has the race, crew, athlete and bow of CrewTimer', () => {
    const text = [
      'Event Time,Event Num,Event,Event Abbrev,Crew,Crew Abbrev,Stroke,Bow,Race Info,Status,Age',
      '10:00 AM,4,Womens 2k,W2k,Harbour RC,HRC,"Okoro, Ada",3,H1,,31',
    ].join('\n');
    expect(read(text).entries).toEqual([
      entry({ heat: 4, lane: 3, name: 'Ada Okoro', club: 'Harbour RC', event: 'Womens 2k' }),
    ]);
  });

  test('has the number and boat of RowClock', () => {
    const text = [
      'Division,BoatType,Category,Name,Club,Number,VetClass,Gender,BoatNumber',
      '1,1x,W MasA,Ada Okoro,Harbour,112,A,F,7',
    ].join('\r\n');
    expect(read(text).entries).toEqual([
      entry({ lane: 7, name: 'Ada Okoro', bib: '112', club: 'Harbour', event: 'W MasA' }),
    ]);
  });

  test('may have semicolons, lines above its header, and French headers in Windows-1252', () => {
    const text =
      'Régate indoor\nParis;;\n\nÉpreuves du matin\n\nÉpreuve;Nom;Prénom;Dossard;Couloir\nJ18F;Lévêque;Zoé;12;4\n';
    const bytes = Uint8Array.from([...text].map((letter) => letter.charCodeAt(0)));
    expect(readStartList(bytes, 'goal.csv')).toEqual({
      entries: [entry({ lane: 4, name: 'Zoé Lévêque', bib: '12', event: 'J18F' })],
      problems: [],
    });
  });

  test('may have tabs, a mark of UTF-8, "Heat 2" for a number, and empty lanes', () => {
    const text =
      '\uFEFFHeat\tLane\tName\tClub\nHeat 2\t1\tJonas Müller\tHafen\nHeat 2\t2\t\t\nHeat 2\t3\tEmpty\t\n';
    expect(read(text)).toEqual({
      entries: [entry({ heat: 2, lane: 1, name: 'Jonas Müller', club: 'Hafen' })],
      problems: [],
    });
  });

  test("keeps a line whose lane isn't a number, and reports it", () => {
    expect(read('Name,Lane\nAda Okoro,left\nBo Lind,2\n')).toEqual({
      entries: [entry({ name: 'Ada Okoro' }), entry({ name: 'Bo Lind', lane: 2 })],
      problems: [{ line: 2, message: '"left" isn\'t the number of a lane.' }],
    });
  });

  test('names the lines without a name, and two athletes in one seat', () => {
    expect(read('Heat,Lane,Name,Bib\n1,1,Ada,1\n1,1,Bo,2\n1,2,,3\n').problems).toEqual([
      { line: 4, message: 'This line has no name.' },
      { line: null, message: 'Heat 1, lane 1 has both Ada and Bo.' },
    ]);
  });

  test('frees a text that was guarded against formulas', () => {
    expect(read("Name,Bib\n'=Ada,1\n").entries).toEqual([entry({ name: '=Ada', bib: '1' })]);
  });

  test.each(['', 'hello', '1,2,3\n4,5,6\n', 'Lane,Heat\n1,2\n'])(
    'is not read from %j, which names no columns',
    (text) => {
      const { entries, problems } = read(text);
      expect(entries).toEqual([]);
      expect(problems.at(-1)?.message).toMatch(/No line names the columns/);
    },
  );

  test('never throws, for any bytes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        fc.constantFrom('a.csv', 'a.rac', 'a.rac2', 'a.json'),
        (bytes, name) => {
          expect(Array.isArray(readStartList(bytes, name).problems)).toBe(true);
          expect(Array.isArray(readResults(bytes, name).problems)).toBe(true);
        },
      ),
    );
  });
});

const race: RaceForFile = {
  name: 'W 2k heat 1',
  kind: 'distance',
  amount: 2_000,
  split: 500,
  lanes: [{ lane: 1, name: 'Okoro Ada', bib: '12', className: 'W', country: 'NGR' }],
};

describe('a race for Venue Race', () => {
  test('has its lines, with a name for the empty lane', () => {
    expect(writeRac(race)).toBe(
      'RACE|108|0|W 2k heat 1|2000|0|0|1|500|30|2|OKORO ADA|12|W|NGR||Lane 2|0||||0|'.replaceAll('|', '\r\n'),
    );
  });

  test('a race for Venue Race with a time has its kind and its split in seconds', () => {
    const lines = writeRac({ ...race, kind: 'time', amount: 240, split: 60 }).split('\r\n');
    expect(lines.slice(4, 10)).toEqual(['240', '1', '0', '1', '500', '60']);
  });

  test('has a lane for each number up to the highest', () => {
    const lanes = [4, 2].map((lane) => ({ lane, name: `Ann ${lane}`, bib: '', className: '', country: '' }));
    const lines = writeRac({ ...race, lanes }).split('\r\n');
    expect(lines[10]).toBe('4');
    expect([0, 1, 2, 3].map((boat) => lines[11 + boat * 5])).toEqual(['Lane 1', 'ANN 2', 'Lane 3', 'ANN 4']);
  });

  test.each<[Partial<RaceForFile>, RegExp]>([
    [{ amount: 49 }, /amount/],
    [{ amount: 1_000_000 }, /amount/],
    [{ amount: 2_000.5 }, /amount/],
    [{ kind: 'time', amount: 36_000, split: 3_600 }, /amount/],
    [{ split: 49 }, /split/],
    [{ amount: 42_195, split: 500 }, /split must divide the race into at most 30/],
    [{ kind: 'time', amount: 240, split: 20 }, /split/],
    [{ lanes: [{ lane: 0, name: 'A', bib: '', className: '', country: '' }] }, /lane/],
    [{ lanes: [{ lane: 101, name: 'A', bib: '', className: '', country: '' }] }, /lane/],
    [{ lanes: [...race.lanes, ...race.lanes] }, /lane must differ/],
  ])('a race for Venue Race with %o is refused with the field', (part, field) => {
    expect(() => writeRac({ ...race, ...part })).toThrow(field);
  });

  test('is read again', () => {
    expect(readStartList(bytesOf(writeRac(race)), 'heat.rac')).toEqual({
      entries: [entry({ heat: 1, lane: 1, name: 'OKORO ADA', bib: '12', event: 'W' })],
      problems: [],
    });
  });

  test('a race for Venue Race that was cut names the lane', () => {
    const cut = writeRac(race).split('\r\n').slice(0, 16).join('\r\n');
    const { entries, problems } = readStartList(bytesOf(cut), 'heat.rac');
    expect(entries).toHaveLength(1);
    expect(problems.map(({ message }) => message)).toEqual(['The file ends before lane 2 of 2.']);
  });

  test('only ever has lines of ASCII and names of 16 characters, for any names', () => {
    const lane = fc.record({
      name: fc.string({ unit: 'grapheme', maxLength: 40 }),
      bib: fc.string({ maxLength: 6 }),
      className: fc.string({ unit: 'grapheme', maxLength: 10 }),
      country: fc.string({ maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(lane, { maxLength: 12 }), (lanes) => {
        const text = writeRac({ ...race, lanes: lanes.map((each, index) => ({ ...each, lane: index + 1 })) });
        expect(text).toMatch(/^(?:[ -~]*\r\n)+$/);
        const lines = text.split('\r\n');
        const boats = Number(lines[10]);
        expect(lines).toHaveLength(11 + boats * 5 + 2);
        for (let boat = 0; boat < boats; boat += 1) {
          expect(lines[11 + boat * 5]).toMatch(/^[ -~]{1,16}$/);
        }
      }),
    );
  });
});

describe('a name on a monitor', () => {
  test.each([
    ['Ada Okoro', 'ADA OKORO'],
    ['Zoé Lévêque', 'ZOE LEVEQUE'],
    ['Jørgen Strauß', 'JORGEN STRAUSS'],
    ['Maximilian von Hohenstein', 'HOHENSTEIN, M.'],
    ['Wolfeschlegelsteinhausen, Hubert', 'WOLFESCHLEGE, H.'],
    ['Wolfeschlegelsteinhausen', 'WOLFESCHLEGELSTE'],
    ['李雷', ''],
  ])('%s becomes %s', (name, shown) => {
    expect(monitorName(name)).toBe(shown);
  });

  test('a name on a monitor that two athletes share ends with the lane', () => {
    const names = monitorNames([
      { lane: 3, name: 'Maximilian Hohenstein' },
      { lane: 12, name: 'Marianne Hohenstein' },
      { lane: 4, name: '李雷' },
    ]);
    expect([...names]).toEqual([
      [3, 'HOHENSTEIN, M. 3'],
      [12, 'HOHENSTEIN, M 12'],
      [4, 'Lane 4'],
    ]);
  });
});

describe('a race for ErgRace', () => {
  test('has its definition with one athlete in each boat, and no empty lanes', () => {
    const lanes = [...race.lanes, { lane: 2, name: '', bib: '', className: '', country: '' }];
    const written: unknown = JSON.parse(writeRac2({ ...race, lanes }));
    expect(written).toMatchObject({
      race_definition: {
        name_long: 'W 2k heat 1',
        race_type: 'individual',
        duration: 2_000,
        duration_type: 'meters',
        split_value: 500,
        boats: [
          {
            name: 'Okoro Ada',
            class_name: 'W',
            affiliation: 'NGR',
            lane_number: 1,
            participants: [{ name: 'Okoro Ada' }],
          },
        ],
      },
    });
    expect(JSON.stringify(written)).not.toContain('"lane_number":2');
  });

  test('is read again', () => {
    expect(readStartList(bytesOf(writeRac2(race)), 'heat.rac2')).toEqual({
      entries: [entry({ heat: 1, lane: 1, name: 'Okoro Ada', bib: '12', club: 'NGR', event: 'W' })],
      problems: [],
    });
  });

  test('is read with numbers as texts, last names first and unknown keys', () => {
    const boat = {
      name: 'OKORO',
      lane_number: '3',
      id: 'Lane 3',
      color: 'red',
      participants: [{ id: 1, name: 'OKORO, Ada' }],
    };
    const text = JSON.stringify({ race_definition: { name_long: 'Sprint', boats: [boat, 7] } });
    expect(read(text, 'x.rac2')).toEqual({
      entries: [entry({ lane: 3, name: 'Ada OKORO' })],
      problems: [{ line: null, message: "Boat 2 can't be read." }],
    });
  });

  test.each(['{', '{}', '[]', '{"race_definition":7}'])('is refused for %s, with a sentence', (text) => {
    expect(read(text, 'x.rac2').entries).toEqual([]);
    expect(read(text, 'x.rac2').problems).toHaveLength(1);
  });
});

/** The layout of cjrc/erg's test, with other athletes. */
const venueResults = `Race Results
103

Place,Time Rowed,Meters Rowed,Boat/Team Name,Avg. Pace,ID,Bib Number,Class
1,06:27.4,2000,Okoro  A.,  1:36.9,,91,W
2,06:35.1,2000,Lind  B.,  1:38.8,,83,
2,06:35.1,2000,Strand  C.,  1:38.8,,80,
,,812,Vos  D.,,,77,

Detailed Results

Place,Lane,Rower Name,,Time,Distance,Avg. Pace,ID,Class

1,5,Okoro  A.,,06:27.4,2000,1:36.9,,W
2,7,Strand  C.,,06:35.1,2000,1:38.8,,
2,6,Lind  B.,,06:35.1,2000,1:38.8,,
,8,Vos  D.,,,812,,,`;

describe('results', () => {
  test('results of Venue Race have their lanes from the second list', () => {
    expect(readResults(bytesOf(venueResults), 'race.txt')).toEqual({
      results: [
        { lane: 5, name: 'Okoro  A.', bib: '91', tenths: 3_874, meters: 2_000 },
        { lane: 6, name: 'Lind  B.', bib: '83', tenths: 3_951, meters: 2_000 },
        { lane: 7, name: 'Strand  C.', bib: '80', tenths: 3_951, meters: 2_000 },
        { lane: 8, name: 'Vos  D.', bib: '77', tenths: null, meters: 812 },
      ],
      problems: [],
    });
  });

  test('results of Venue Race name an invalid time', () => {
    const { results, problems } = readResults(
      bytesOf(venueResults.replaceAll('06:27.4', 'fast')),
      'race.txt',
    );
    expect(results[0]).toMatchObject({ name: 'Okoro  A.', tenths: null });
    expect(problems).toEqual([{ line: 5, message: '"fast" isn\'t a time.' }]);
  });

  test('written like Venue Race does are read again', () => {
    const written = writeVraResults({
      name: 'W 2k',
      meters: 2_000,
      results: [
        { place: null, tenths: null, meters: 812, name: 'Vos, D.', bib: '77', className: '', lane: 3 },
        { place: 1, tenths: 4_223, meters: 2_000, name: 'OKORO ADA', bib: '12', className: 'W', lane: 1 },
        { place: 2, tenths: 36_005, meters: 2_000, name: 'Lind', bib: '', className: '', lane: 2 },
      ],
    });
    expect(written.split('\r\n').slice(0, 6)).toEqual([
      'Race Results',
      '103',
      '',
      'Place,Time Rowed,Meters Rowed,Boat/Team Name,Avg. Pace,ID,Bib Number,Class',
      '1,07:02.3,2000,OKORO ADA,1:45.6,,12,W',
      '2,60:00.5,2000,Lind,15:00.1,,,',
    ]);
    expect(readResults(bytesOf(written), 'race.txt')).toEqual({
      results: [
        { lane: 1, name: 'OKORO ADA', bib: '12', tenths: 4_223, meters: 2_000 },
        { lane: 2, name: 'Lind', bib: '', tenths: 36_005, meters: 2_000 },
        { lane: 3, name: 'Vos D.', bib: '77', tenths: null, meters: 812 },
      ],
      problems: [],
    });
  });

  test('results of ErgRace have tenths, and no bib for a boat without one', () => {
    const participants = [
      { id: '12', lane: 1, participant: 'OKORO, Ada', place: 1, time: '7:02.3', distance: 2_000 },
      { id: 'Lane 3', lane: '', participant: 'Lane 3', place: 2, time: '7:02.1', distance: '2000' },
      { id: 'x', lane: 4, participant: 'Vos', time: '0:00.0', distance: 812 },
      { id: 'y', lane: 5, participant: 'Ek', time: 'soon', distance: 0 },
      7,
    ];
    const text = JSON.stringify({ results: { race_id: '', participants } });
    expect(readResults(bytesOf(`\uFEFF${text}`), 'results.json')).toEqual({
      results: [
        { lane: 1, name: 'Ada OKORO', bib: '12', tenths: 4_223, meters: 2_000 },
        { lane: 3, name: 'Lane 3', bib: '', tenths: 4_221, meters: 2_000 },
        { lane: 4, name: 'Vos', bib: 'x', tenths: null, meters: 812 },
        { lane: 5, name: 'Ek', bib: 'y', tenths: null, meters: 0 },
      ],
      problems: [
        { line: null, message: 'Result 4, Ek: "soon" isn\'t a time.' },
        { line: null, message: "Result 5 can't be read." },
      ],
    });
  });

  test('name two results in one lane', () => {
    const participants = ['Ada', 'Bo'].map((participant) => ({
      lane: 2,
      participant,
      time: '7:00.0',
      distance: 2_000,
    }));
    const { problems } = readResults(bytesOf(JSON.stringify({ results: { participants } })), 'r.json');
    expect(problems).toEqual([{ line: null, message: 'Lane 2 has both Ada and Bo.' }]);
  });

  test.each([
    ['hello', 'race.txt', /neither of ErgRace nor of Venue Race/],
    ['{', 'race.json', /is damaged/],
    ['{}', 'race.json', /results\.participants is missing/],
    ['Race Results\n103\n', 'race.txt', /list of results is missing/],
  ])('are refused for %j, with a sentence', (text, fileName, words) => {
    const { results, problems } = readResults(bytesOf(text), fileName);
    expect(results).toEqual([]);
    expect(problems[0]?.message).toMatch(words);
  });
});
