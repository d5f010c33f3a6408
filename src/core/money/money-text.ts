// Prices are counted to the billionth of a dollar.
const MOST_PLACES = 9

/**
 * US dollars for people: with cents, and below a dollar with as many more digits as needed. A price always has all of
 * its digits.
 */
export function moneyText(usd: number, places = Math.abs(usd) < 1 ? MOST_PLACES : 2): string {
  if (usd === 0) return '$0'
  const [whole = '', rest = ''] = Math.abs(usd).toFixed(places).split('.')
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  return `${usd < 0 ? '-' : ''}$${grouped}.${rest.replace(/0+$/, '').padEnd(2, '0')}`
}

/** The price of one unit, to the last digit, because it is multiplied. */
export function priceText(usd: number): string {
  return moneyText(usd, MOST_PLACES)
}
