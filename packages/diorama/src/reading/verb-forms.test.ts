import assert from 'node:assert/strict'
import test from 'node:test'
import { verbForms } from './verb-forms.ts'

const CASES: readonly [given: string, language: string, forms: string][] = [
  ['cortar', 'es', 'corta cortan cortando'],
  ['jugar/juega', 'es', 'juega juegan jugando'],
  ['beber', 'pt', 'bebe bebem bebendo'],
  ['fazer/faz', 'pt', 'faz fazem fazendo'],
  ['pulire/pulisce', 'it', 'pulisce puliscono pulendo'],
  ['manger', 'fr', 'mange mangent mangeant'],
  ['tenir/tient/tiennent/tenant', 'fr', 'tient tiennent tenant'],
  ['halten/hält', 'de', 'hält halten haltende'],
  ['arbeiten', 'de', 'arbeitet arbeiten arbeitender'],
  ['держит', 'ru', 'держит держат держащая'],
  ['несёт', 'ru', 'несёт несут несущий'],
  ['катается', 'ru', 'катается катаются катаясь катающийся'],
  ['पढ़', 'hi', 'पढ़ता पढ़कर'],
  ['يحمل', 'ar', 'يحمل تحمل يحملون يحملان'],
  ['読む', 'ja', '読む 読んで 読んだ 読みながら'],
  ['食べる', 'ja', '食べて 食べた 食べます'],
  ['掃除する', 'ja', '掃除をして 掃除した'],
  ['吃', 'zh', '吃 吃着 正在吃'],
  ['lavar', 'es', 'lavandose lavandolo lavarse'],
  ['lavare', 'it', 'lavandosi lavarsi'],
  ['abrazar', 'es', 'abrazar abrazó abrazaron abrazaba'],
  ['escovar', 'pt', 'escovou escovavam'],
  ['spazzolare', 'it', 'spazzolò spazzolava spazzolare'],
  ['manger', 'fr', 'manger mangeait'],
  ['bürsten', 'de', 'bürstete bürsteten'],
  ['halten/hält/hielt', 'de', 'hielt hielten'],
  ['обнимает', 'ru', 'обнимал обнимала обнимать'],
  ['рисует', 'ru', 'рисовала рисовали'],
  ['उठा', 'hi', 'उठाए'],
  ['يمشط', 'ar', 'مشطت مشطوا'],
]

test('a verb is known in the forms that a prompt has', () => {
  for (const [given, language, forms] of CASES) {
    const made = verbForms(given, language)
    assert.deepEqual(
      forms.split(' ').filter((form) => !made.includes(form)),
      [],
      `${language} ${given}: ${made.join(' ')}`,
    )
  }
})

test('what follows a verb follows each of its forms', () => {
  assert.deepEqual(verbForms('tomar fotos', 'es').slice(0, 3), ['toma fotos', 'toman fotos', 'tomando fotos'])
})
