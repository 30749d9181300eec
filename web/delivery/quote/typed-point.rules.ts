import { brazil, type MapPoint } from '../../../contract/delivery/points.ts'

const degrees = String.raw`(-?\d{1,3}[.,]\d{3,})`
/** "-23.5505, -46.6333", "@-23.55,-46.63,17z", "q=-23.55%2C-46.63", "!3d-23.55!4d-46.63", "mlat=-23.55&mlon=-46.63". */
const pair = new RegExp(`${degrees}(?:\\s*[,;]\\s*|\\s+|%2C|!4d|&mlon=)${degrees}`, 'i')

/** The point that coordinates or the link of a map name; null: none in Brazil. */
export function pointIn(text: string): MapPoint | null {
  const [, north = '', east = ''] = pair.exec(text.replaceAll('\u2212', '-')) ?? []
  const [lat, lng] = [north, east].map((part) => Number(part.replace(',', '.')))
  if (!lat || !lng || lat < brazil.south || lat > brazil.north) return null
  return lng >= brazil.west && lng <= brazil.east ? { lat, lng } : null
}
