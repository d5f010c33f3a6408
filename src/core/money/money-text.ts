// Prices are counted to the billionth of a dollar.
const MOST_PLACES = 9

/** US dollars for people: with cents, and below a dollar with as many more digits as the amount needs. A price always has all of them. */
export function moneyText(usd: number, places = Math.abs(usd) < 1 ? MOST_PLACES : 2): string {
  if (usd === 0) return '$0'
  const [whole = '', rest = ''] = Math.abs(usd).toFixed(places).split('.')
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  return `${usd < 0 ? '-' : ''}$${grouped}.${rest.replace(/0+$/, '').padEnd(2, '0')}`
}

/** What is charged for one unit, to the last digit: it is multiplied. */
export function priceText(usd: number): string {
  return moneyText(usd, MOST_PLACES)
}
