/**
 * German, French, Spanish, Dutch and Italian words of coaches for the words of the grammar. Sources: club pages and
 * rule books of the federations DRV, FFA, FEREMO, KNRB and FIC; training plans of Concept2 in each language; words
 * without a page are everyday ones. A word with another meaning in another of the languages is not listed, or is read
 * as part of a phrase (`phrases.ts`).
 */
type Language = 'de' | 'fr' | 'es' | 'nl' | 'it' | 'any';

/**
 * `read`: the word of the grammar. By language, its translations, divided by spaces, in lower case and without accents;
 * a language without a translation has no field. `any`: words of several languages, and other English words.
 */
type Translation = { read: string } & { [language in Language]?: string };

const translations: readonly Translation[] = [
  { read: 'm', de: 'metern', fr: 'metres', es: 'metro metros', it: 'metri' },
  { read: 'km', de: 'kilometern', fr: 'kilometres', es: 'kilometro kilometros', it: 'chilometro chilometri' },
  {
    read: 'h',
    de: 'std stunde stunden',
    fr: 'heure heures',
    es: 'hora horas',
    nl: 'uur uren',
    it: 'ora ore',
  },
  { read: 'min', de: 'minuten', fr: 'mn mns', es: 'minuto minutos', nl: 'minuut', it: 'minuti' },
  {
    read: 's',
    de: 'sek sekunde sekunden',
    fr: 'seconde secondes',
    es: 'seg segs segundo segundos',
    nl: 'seconden',
    it: 'secondo secondi',
  },
  { read: 'cal', de: 'kalorien', es: 'calorias', nl: 'calorieen' },
  { read: 'x', de: 'mal', fr: 'fois', es: 'por veces', nl: 'keer maal', it: 'volte per' },
  {
    read: 'sets',
    de: 'satze serien runden durchgange blocke',
    fr: 'series tours blocs',
    es: 'rondas vueltas bloques',
    nl: 'rondes setjes blokken',
    it: 'serie giri blocchi',
  },
  { read: 'of', de: 'von', es: 'de', nl: 'van', it: 'di da' },
  {
    read: 'then',
    de: 'dann danach anschliessend',
    fr: 'puis ensuite',
    es: 'luego despues',
    nl: 'dan daarna vervolgens',
    it: 'poi',
  },
  { read: 'with', de: 'mit', fr: 'avec', es: 'con', nl: 'met' },
  { read: 'no', de: 'ohne', fr: 'sans', es: 'sin', nl: 'zonder', it: 'senza' },
  {
    read: 'rest',
    de: 'p pausen erholung ruhe pausenzeit',
    fr: 'recup recuperation recuperations repos pauses',
    es: 'desc descanso descansos recuperacion pausa pausas',
    nl: 'rust pauze pauzes rustpauze rusttijd',
    it: 'recupero recuperi riposo',
  },
  {
    read: 'between',
    de: 'zwischen dazwischen',
    fr: 'entre',
    nl: 'tussen tussendoor ertussen ertussenin',
    it: 'tra fra',
  },
  { read: 'half marathon', de: 'hm halbmarathon' },
  { read: 'marathon', de: 'fm', es: 'maraton', it: 'maratona' },
  { read: 'half', fr: 'demi', es: 'media', nl: 'halve', it: 'mezza' },
  { read: 'row', de: 'rudern', fr: 'ramer', es: 'remar remo', nl: 'roeien', it: 'remare' },
  {
    read: 'intervals',
    de: 'intervall intervalle intervallen stucke strecken wiederholungen wdh wh teilstucke abschnitte',
    fr: 'repetition repetitions fractions',
    es: 'tramo tramos repeticion repeticiones reps intervalo intervalos',
    nl: 'stuk stuks stukken herhalingen',
    it: 'ripetuta ripetute prove prova ripetizioni tratti intervalli',
  },
  { read: 'pyramid', de: 'pyramide leiter treppe', es: 'piramide escalera', nl: 'ladder', it: 'scala' },
  {
    read: 'warm up',
    de: 'einrudern einfahren aufwarmen warmmachen',
    fr: 'echauffement',
    es: 'calentamiento',
    nl: 'inroeien opwarmen',
    it: 'riscaldamento',
  },
  {
    read: 'cool down',
    de: 'ausrudern ausfahren abwarmen',
    es: 'enfriamiento',
    nl: 'uitroeien afkoelen',
    it: 'defaticamento',
  },
  {
    read: 'easy',
    de: 'locker lockeres lockerem leicht leichtes ruhig ruhiges langsam entspannt gemutlich',
    fr: 'facile faciles souple leger legere tranquille lent lente lentement doucement doux',
    es: 'facil faciles suave suaves tranquilo tranquila ligero lento',
    nl: 'rustig rustige licht lichte ontspannen langzaam',
    it: 'facili piano lento tranquillo leggero leggeri',
  },
  {
    read: 'hard',
    de: 'hart harte kraftig',
    fr: 'fort forte dur',
    es: 'fuerte fuertes duro',
    nl: 'zwaar',
    it: 'forti',
  },
  { read: 'firm', de: 'zugig druckvoll', fr: 'soutenu', nl: 'stevig', it: 'sostenuto' },
  {
    read: 'fast',
    de: 'schnell schnelle',
    fr: 'vite rapide',
    es: 'rapido rapidos',
    nl: 'snel snelle',
    it: 'veloce veloci',
  },
  {
    read: 'moderate',
    de: 'mittel moderat',
    fr: 'moyen modere moderee',
    es: 'medio moderado',
    nl: 'gemiddeld matig',
    it: 'moderato',
  },
  {
    read: 'steady',
    de: 'gleichmassig stabil',
    fr: 'regulier constant',
    es: 'constante',
    nl: 'gelijkmatig constant',
    it: 'costante',
  },
  {
    read: 'endurance',
    de: 'grundlage ausdauer grundlagentraining extensiv',
    es: 'fondo resistencia',
    nl: 'duur duurtraining extensief',
    it: 'resistenza',
  },
  {
    read: 'max',
    de: 'maximal vollgas',
    fr: 'maximum',
    es: 'maximo',
    nl: 'maximaal voluit',
    it: 'massimo massimale',
  },
  { read: 'race', de: 'wettkampf', nl: 'wedstrijd' },
  { read: 'threshold', de: 'schwelle', fr: 'seuil', es: 'umbral', nl: 'omslagpunt drempel', it: 'soglia' },
  {
    read: 'rate',
    de: 'sf sz frequenz schlag schlagzahl schlagfrequenz',
    fr: 'cad cadence frequence',
    es: 'cadencia frecuencia',
    nl: 'slagtempo slagfrequentie',
    it: 'cadenza frequenza colpi',
  },
  {
    read: 'hr',
    de: 'hf puls herzfrequenz',
    fr: 'fc',
    es: 'pulso pulsaciones',
    nl: 'hartslag',
    it: 'battiti',
  },
  { read: 'zone', es: 'zona' },
  { read: 'pace', fr: 'allure', it: 'passo' },
  { read: 'watts', es: 'vatios' },
  { read: 'under', de: 'unter', fr: 'sous', nl: 'onder', it: 'sotto' },
  { read: 'on', nl: 'aan' },
  { read: 'off', nl: 'uit' },
];

/** Numbers in words. */
const numbers: readonly Translation[] = [
  { read: '2', any: 'two zwei twee deux dos due' },
  { read: '3', any: 'three drei drie trois tres tre' },
  { read: '4', any: 'four vier quatre cuatro quattro' },
  { read: '5', any: 'five funf vijf cinq cinco cinque' },
  { read: '6', any: 'six sechs zes seis sei' },
  { read: '7', any: 'seven sieben zeven sept siete sette' },
  { read: '8', any: 'eight acht huit ocho otto' },
  { read: '9', any: 'nine neun negen neuf nueve nove' },
  { read: '10', any: 'ten zehn tien dix diez dieci' },
  { read: '12', any: 'twelve zwolf twaalf douze doce dodici' },
  { read: '15', any: 'fifteen funfzehn vijftien quinze quince quindici' },
  { read: '20', any: 'twenty zwanzig twintig vingt veinte venti' },
  { read: '30', any: 'thirty dreissig dertig trente treinta trenta' },
];

/** The word of the grammar by each of its translations. */
export const englishWords: ReadonlyMap<string, string> = new Map(
  [...translations, ...numbers].flatMap(({ read, ...languages }) =>
    Object.values(languages).flatMap((words) => words.split(' ').map((word) => [word, read] as const)),
  ),
);
