// Who is on horseback rides a horse: languages say it without a verb, and in most of them the horse would stand beside.
const ON_HORSEBACK: readonly [said: RegExp, plainly: string][] = [
  [/(?<!\p{L})(?:rid(?:es|ing) )?on horseback(?!\p{L})/giu, 'riding a horse'],
  [
    /(?<!\p{L})(?<!montad[oa]s? |montando |paseo |paseos |carreras? )a caballo(?! de| entre|\p{L})/giu,
    'montado a caballo',
  ],
  [/(?<!\p{L})(?<!fers? |voitures? |promenades? |queues? )à cheval(?! entre|\p{L})/giu, 'chevauchant un cheval'],
  [/(?<!\p{L})(?<!passeggiat[ae] |gar[ae] )a cavallo(?! di| tra|\p{L})/giu, 'che cavalca un cavallo'],
  [/(?<!\p{L})(?:montad[oa]s? |andando )?(?<!passeios? )a cavalo(?!\p{L})/giu, 'montado em um cavalo'],
  [/(?<!\p{L})(?:hoch )?zu (?:pferde?|ross)(?!\p{L})/giu, 'auf einem Pferd'],
]

/** The prompt with whoever is on horseback said to ride a horse. */
export const sayRiders = (prompt: string): string =>
  ON_HORSEBACK.reduce((text, [said, plainly]) => text.replaceAll(said, plainly), prompt)
