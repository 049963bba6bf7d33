/** Phrases of coaches that are replaced before their words are translated, and figures of other forms. */

export type Rule = readonly [written: RegExp, read: string | ((found: string) => string)];

/** A duration or distance, as written. */
export const amount =
  '(?:\\d{1,2}:\\d\\d|\\d+(?:[.,]\\d+)? ?(?:minut[a-z]*|min|mn|sec[a-z]*|sek[a-z]*|seg[a-z]*|s|km|k|m|met[a-z]*|\'|")(?![a-z]))';

const counted =
  'intervals?|pieces?|reps?|repeats|repetitions?|intervalle|stucke|strecken|wiederholungen|wdh|wh|teilstucke|repetitions|fractions|series|' +
  'tramos|repeticiones|intervalos|intervallen|stukken|stuks|herhalingen|blokken|blocks|bloques|blocs|ripetute|prove|ripetizioni|tratti|serie|serien|vueltas|rondas|rondes|giri|tours';

/** It reads text without accents. */
export const phrases: readonly Rule[] = [
  [/[\n\r]+|→|\|/g, ', '],
  [/\b(?:and|und|et|y|e|en) (?=(?:then|dann|puis|luego|poi|dan)\b)/gi, ''],
  [/\b(?:und|et) (?=\d)/gi, 'and '],
  [
    /\b(?:with )?(?:a )?(?:rates? )?(?:change[sd]?|changing)(?: (?:of )?rates?)? (?:every|each) (?=\d)/gi,
    'rate change ',
  ],
  [/\b(?:tra|fra) una (?:serie|prova|ripetuta) e l.altra\b/gi, 'between'],
  [/\b(?:a|at|bei|auf|op|en) (?=\d:\d\d|\d{2,3} ?%|r ?\d\d)/gi, '@ '],
  [/\bT(?=\d\d\b(?!:))/g, 'rate '],
  [/(\d) ?u(?=\d\d\b)/gi, '$1h'],
  [/(?<=\d ?)u\b/gi, 'h'],
  [/,? ?\bper (\d{1,2}) volte\b/gi, ', $1 x'],
  [
    /\b(?:at )?(\d{1,2}) ?(?:s|secs?|seconds?) slower than (?:your )?(\d{1,2}k)\b(?: pace| split)?/gi,
    '@ $2+$1',
  ],
  [
    /\b(?:at )?(\d{1,2}) ?(?:s|secs?|seconds?) faster than (?:your )?(\d{1,2}k)\b(?: pace| split)?/gi,
    '@ $2-$1',
  ],
  [/\b(?:goal|target) (?:pace|split):? (?=\d)/gi, '@ '],
  [/½/g, '.5'],
  [/(\d) \.5/g, '$1.5'],
  [/strokes per min(?:ute)?\b/gi, 'spm'],
  [/retour au calme|vuelta a la calma|ritorno alla calma|\bc\/d\b/gi, 'cool down'],
  [/\bw\/u\b|mise en train/gi, 'warm up'],
  [
    /\b(?:(?:an? |ein[e ]*|een |una )?(?:halbe stunde|half uur|half (?:an )?hour|media hora)|demi-heure|mezz'?ora)\b/gi,
    '30 min',
  ],
  [
    /\b(?:volle(?:r)? kraft|all[- ]?out|a fond|a bloc|a tope|al massimo|a tutta|a full|al maximo|op volle kracht|flat[- ]?out|max(?:imum|imal)? (?:effort|pressure)|as (?:fast|hard) as (?:you can|possible))\b/gi,
    'max',
  ],
  [
    /\b(?:race pace|wettkampftempo|allure de course|ritmo de (?:carrera|competicion)|wedstrijdtempo|passo gara)\b/gi,
    'race pace',
  ],
  [
    /\b(?:a|at a|at|with|in|en|con|bei|met|im) (?=(?:steady|easy|hard|light|moderate|comfortable|constante|suave|endurance|souple|facile|aerobic|relaxed)\b)/gi,
    '',
  ],
  [
    /\b(?:a )?ritmo (?:constante|regular)\b|\ba (?:steady|constant) (?=pace)/gi,
    (found) => (/ritmo/i.test(found) ? 'steady' : 'steady '),
  ],
  [/\bfondo lento\b/gi, 'easy'],
  // 'heart rate between 135 and 150', 'von 18 bis 20', 'de 18 a 20'
  [
    /\b(?:between|zwischen|tussen|entre|tra|fra) (\d{2,3}) (?:and|und|en|et|y|e) (\d{2,3})(?! ?(?:min|m|km|k|s|x)\b)/gi,
    '$1-$2',
  ],
  [
    /\b(?:von |de |van |da |from )?(\d\d\d?) ?(?:bis|tot|a|al|to) ?(\d\d\d?)(?= ?(?:spm|schlage|coups|paladas|colpi|slagen|bpm|w(?:att)?s?)\b)/gi,
    '$1-$2',
  ],
  [
    /\b((?:rate|r|sf|sz|schlag[a-z]*|frequenz|cadence|cadencia|cadenza|tempo|frequenza|frequence|hr|hf|fc)) ?(?:von |de |van |da |di )?(\d\d\d?) ?(?:bis|tot|a|al) (\d\d\d?)(?!\d|:)/gi,
    '$1 $2-$3',
  ],
  // 'a 18 colpi', 'bei 18 Schlägen', '18 halen'; 'ppm' after three digits means heartbeats.
  [
    /(?:\b(?:a|at|bei|mit|op|met|con|en|auf) )?(?<!\d)(\d\d(?:-\d\d)?) ?(?:strokes?(?: (?:a|per) min(?:ute)?)?|ppm|cpm|cps|coups|colpi|paladas|palate|schlage?n?|slagen|halen)(?: ?(?:\/|a|per|par|por|pro|al|la|de) ?(?:la )?min[a-z]*)?(?![a-z])/gi,
    '$1 spm',
  ],
  [/\bhalen (?=\d\d\b(?!:))/gi, 'rate '],
  [
    /\b(?:a|at|bei|mit|op|met|con|en|auf|in)? ?(?:une |einer |una )?(?:cadence|cadencia|cadenza|frequenz|frequenza|frecuencia|frequence|schlag|schlagzahl|schlagfrequenz|slagtempo|tempo|ritmo|sf|sz)(?: de| di| von| van|:|=| a)? ?(?=\d\d(?:-\d\d)?(?![\d:]|[.,]\d| ?(?:min|m|k|km|s|sec|cal|x)\b| ?['"]))/gi,
    ' rate ',
  ],
  [/\b(?:ritmo|allure|passo|pace)(?: de| di| van)? (?=\d:\d\d)/gi, '@ '],
  [/\b(?:eine|einer|een|une?|una|an?)[ '](?=(?:stunde|uur|heure|hora|ora|hour|minut[a-z]*)\b)/gi, '1 '],
  // The rest of a set: 'Serienpause 5 min', "SP 5'".
  [/\b(?:sp|serienpause):? ?(\d+(?::\d\d| ?(?:min(?:uten)?\b|'))?)/gi, '$1 rest between sets'],
  // '5 min zwischen den Serien', 'entre series', '5 min entre tramos'
  [
    /\b(between|zwischen|tussen|entre|tra|fra) (?:each |every |the |de |den |le |les |las |los |i |jede[rmn] |elke |iedere |chaque |cada |ogni )*(?:(sets?|rounds?|blocks?|serien|satzen|series|serie|reeksen|blocs|bloques|blokken|blocchi|giri|rondes|rondas)|(pieces?|intervals?|reps?|ones?|stucken|strecken|intervallen|stukken|tramos|repeticiones|intervalos|repetitions?|ripetute|prove|prova)|(?:chaque|cada una?|ciascun[ao]|elkaar|each))(?![a-z])/gi,
    (found) =>
      /set|round|block|seri|satz|reeks|blo[ck]|giri|rond/i.test(found.slice(4)) ? 'between sets' : 'between',
  ],
  [/\bentre chaque\b/gi, 'between'],
  // 'in between 2 min rest', 'dazwischen 4 min Pause'
  [
    new RegExp(
      `\\b(?:in between|between|dazwischen|ertussen(?:in)?|tussendoor|entre),?:? (?:mit |met |avec |con )?(${amount})(?: ?(?:of |de |di )?(?:rest|pause|pauze|rust|repos|recup[a-z]*|descanso|riposo))?`,
      'gi',
    ),
    '$1 rest',
  ],
  // '8 repeticiones de 500 m', '5 intervals of 1k', '2 Serien à 4 x 500 m'
  [
    new RegExp(`\\b(\\d{1,2}) ?(?:${counted}) ?(?:of|de|da|di|von|van|a|with|mit|d')? ?(?=\\d)`, 'gi'),
    '$1 x ',
  ],
  [/(?<=\d ?x ?)(?:je|of) (?=\d)/gi, ''],
  [/\b(mit|met|avec|con|with) (?:je|jeweils|chaque|cada|each) /gi, '$1 '],
  // '30 sec aan, 30 sec uit', '30 s an, 30 s aus'
  [new RegExp(`(${amount}) an\\b(.*?)\\baus\\b`, 'gi'), '$1 on$2off'],
  // '40 s work, 20 s rest'
  [
    new RegExp(
      `(${amount}) (?:of )?(?:work|arbeit|belastung|travail|effort|trabajo|lavoro|werk|arbeid|inspanning)(?=[ ,/]+(?:and |mit |met |avec |con |with )?(?:${amount}))`,
      'gi',
    ),
    '$1 on',
  ],
  [/\b(\d{1,2}) (?:per cento|por ciento|percent|prozent|procent|pour ?cent)\b/gi, '$1%'],
];

/** Figures and units, as the grammar reads them; for translated text. */
export const spellings: readonly Rule[] = [
  [/^ ?(?:intervals|row|sets) ?: ?/gi, ''],
  [/ of (?=rest\b)/gi, ' '],
  [/\bwith (\d|10) (?=rest\b)/gi, 'with $1 min '],
  [
    new RegExp(
      `(${amount}) (?:easy|light|active|slow|paddle|paddling)(?: (?:paddle|paddling|row|rowing))? (?:between|rest)\\b`,
      'gi',
    ),
    '$1 rest',
  ],
  [new RegExp(` as (?=${amount} ?(?:@|at|r|rate) ?\\d\\d ?[-/])`, 'gi'), ' rate change '],
  [/(?<!followed )\bby\b/gi, 'x'],
  [/\b(pyramid|ladder) ?[:=-] ?/gi, '$1 '],
  [/,? ?\band (?=\d)/gi, ' + '],
  [/ of (?=(?:warm up|cool down|easy|endurance|steady|hard|moderate)\b)/gi, ' '],
  // Decimal commas: '2,5 km', '1:52,5'.
  [/(?<![\d.:,])(\d{1,3}),(\d{1,2})(?= ?(?:k|min|h|')(?![a-z]{0,9}\d))/gi, '$1.$2'],
  [/(:\d\d),(\d)(?!\d| ?[a-z'":])/gi, '$1.$2'],
  // '10 000 m', "10'000 m"
  [
    /(?<![\d.:,])(\d{1,2} 000|\d 500|21 097|42 195|\d{1,2}'\d{3})(?= ?m\b)/gi,
    (figures) => figures.replace(/[ ']/, ''),
  ],
  // "1'45", '1m30': minutes and seconds.
  [
    /(?<![\d.:,'])(\d{1,2})(?:' ?(?=\d\d(?:"|s(?:ec)?\b))|'(?=\d\d(?! ?(?:cal|km?|m|w|x|spm)\b))|(?:m|min|mn)(?=\d\d))(\d\d)(?![\d:.,'])(?:"|s(?:ec)?\b)?/gi,
    '$1:$2',
  ],
  // '30 on 30 off'
  [/(?<![\d.:,])(\d+) on,? ?\/? ?(\d+) off\b/gi, '$1/$2'],
  // '10.000 m'
  [/(?<![\d.:,])(\d{1,2})\.(\d{3})(?= ?m\b)/gi, '$1$2'],
  // '2.30', '1.30 min'
  [/(?<![\d.:,])(\d{1,2})\.([0-5]\d)(?: ?min\b)?(?![\d.:,]| ?(?:k|km|m|h|s|cal)\b)/gi, '$1:$2'],
  // ':30'
  [/(^|[ /(+,]|\dx):(\d\d)(?!\d)/gi, '$10:$2'],
  // '0:45 on, 0:15 off'
  [/(?<=\d:\d\d) on(?=[ ,/]+\d?\d?:?\d\d(?:"|s)? off\b)/gi, ' on'],
  [/(?<![\d:])(\d):(\d\d) ?h\b/gi, '$1:$2:00'],
  // '4 x 500s', '10x1m'
  [/(?<![\d.:,])(\d+(?:00|50))s\b/gi, '$1m'],
  [/(?<![\d.:,])(\d|1[0-5]) ?m\b/gi, '$1 min'],
  [/(?<![\d.:,])1 miles?\b/gi, '1609 m'],
  [/(?<![\d.:,])2 miles\b/gi, '3219 m'],
  // A band of paces without its '@': "20' 2:08-2:12".
  [
    /(?<=\d ?(?:m|k|km|min|') )([12]:\d\d(?:\.\d)?-[12]:\d\d(?:\.\d)?)(?![-\d:]| ?(?:r(?:est)?(?! ?\d)|off|between)\b)/gi,
    '@ $1',
  ],
];
