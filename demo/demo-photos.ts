import { createHash } from 'node:crypto'

/** Drawn in code, a few hundred bytes each, so that the demo needs no stock photos. */
export type Dish =
  | 'grill'
  | 'bowl'
  | 'pasta'
  | 'pastry'
  | 'cone'
  | 'rolls'
  | 'fish'
  | 'pizza'
  | 'glass'
  | 'cup'

const tables = ['#e9dccb', '#dfe6dc', '#ead9d3', '#d9dfe6', '#efe3c6'] as const
const greens = ['#5d8a3c', '#7aa548', '#46722f'] as const

const liquids = [
  [/laranja/i, '#f2a33a'],
  [/maracujá/i, '#efc13c'],
  [/cana/i, '#c9cf7a'],
  [/Refrigerante/i, '#5b2a1a'],
] as const

/** Deterministic: the same dish always gets the same picture. */
export function dishPhoto(kind: Dish, name: string): Buffer {
  const liquid = liquids.find(([what]) => what.test(name))?.[1] ?? '#cfe3ea'
  const seed = createHash('sha256').update(name).digest()
  const pick = <T>(list: readonly [T, ...T[]], at: number): T =>
    list[(seed[at] ?? 0) % list.length] ?? list[0]
  const spot = (at: number, low: number, high: number): number =>
    Math.round(low + ((seed[at] ?? 0) / 255) * (high - low))
  const table = pick(tables, 0)
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240" width="320" height="240">
<rect width="320" height="240" fill="${table}"/>${kind === 'glass' || kind === 'cup' ? '' : plate}
${food[kind](spot, pick, liquid)}
</svg>`
  return Buffer.from(drawing)
}

type Spot = (at: number, low: number, high: number) => number
type Pick = <T>(list: readonly [T, ...T[]], at: number) => T

const plate =
  '<ellipse cx="160" cy="132" rx="124" ry="92" fill="#0002"/><ellipse cx="160" cy="124" rx="122" ry="92" fill="#fff"/><ellipse cx="160" cy="124" rx="94" ry="69" fill="#f4f0ec"/>'

const leaves = (spot: Spot, pick: Pick, count: number): string =>
  Array.from({ length: count }, (_, at) => {
    const x = spot(at + 2, 96, 224)
    const y = spot(at + 9, 90, 162)
    return `<ellipse cx="${x}" cy="${y}" rx="13" ry="6" fill="${pick(greens, at)}" transform="rotate(${spot(at + 4, 0, 180)} ${x} ${y})"/>`
  }).join('')

const slices = (colour: string, edge: string, count: number): string =>
  Array.from(
    { length: count },
    (_, at) =>
      `<rect x="${94 + at * 30}" y="92" width="44" height="64" rx="18" fill="${edge}"/><rect x="${99 + at * 30}" y="97" width="34" height="54" rx="14" fill="${colour}"/>`,
  ).join('')

const food: Record<Dish, (spot: Spot, pick: Pick, liquid: string) => string> = {
  grill: (spot, pick) =>
    slices(pick(['#a8503a', '#8f4331', '#b8673f'], 1), '#4d2317', 4) + leaves(spot, pick, 4),
  fish: (spot, pick) =>
    `<path d="M84 124q66-58 132-8l30-22-8 34 8 32-32-18q-66 42-130-18z" fill="${pick(['#c98f52', '#b97b45', '#d8a66a'], 1)}"/><circle cx="112" cy="116" r="5" fill="#3a2414"/><path d="M140 98q14 26 0 52M168 96q14 28 0 54" stroke="#8d5c2f" stroke-width="4" fill="none"/>` +
    leaves(spot, pick, 3),
  bowl: (spot, pick) =>
    `<ellipse cx="160" cy="122" rx="84" ry="60" fill="#6d3b24"/><ellipse cx="160" cy="118" rx="74" ry="50" fill="${pick(['#e8d9b0', '#d9b16d', '#c98f52'], 1)}"/>` +
    leaves(spot, pick, 5),
  pasta: (spot, pick) =>
    Array.from(
      { length: 6 },
      (_, at) =>
        `<ellipse cx="160" cy="122" rx="${74 - at * 11}" ry="${50 - at * 7}" fill="none" stroke="${at % 2 ? '#e9c877' : '#f2dca0'}" stroke-width="9"/>`,
    ).join('') +
    `<ellipse cx="160" cy="116" rx="34" ry="21" fill="${pick(['#b8382a', '#f3ead8', '#9e4b2b'], 1)}"/>` +
    leaves(spot, pick, 3),
  pastry: (spot, pick) =>
    `<path d="M78 146a82 62 0 0 1 164 0z" fill="${pick(['#d99a3c', '#e0a94f', '#c9862f'], 1)}"/><path d="M78 146h164" stroke="#a96c1f" stroke-width="9" stroke-dasharray="9 6"/>` +
    leaves(spot, pick, 2),
  cone: (spot, pick) =>
    `<path d="M110 92l100 0-44 96q-8 10-16 0z" fill="#1f3a2b"/><ellipse cx="160" cy="92" rx="52" ry="24" fill="#f7f3ea"/><ellipse cx="160" cy="86" rx="38" ry="17" fill="${pick(['#f08a62', '#e0574f', '#f3a47a'], 1)}"/>` +
    leaves(spot, pick, 2),
  rolls: (spot, pick) =>
    Array.from({ length: 8 }, (_, at) => {
      const x = 100 + (at % 4) * 40
      const y = at < 4 ? 106 : 146
      return `<circle cx="${x}" cy="${y}" r="19" fill="#1f3a2b"/><circle cx="${x}" cy="${y}" r="15" fill="#f7f3ea"/><circle cx="${x}" cy="${y}" r="7" fill="${pick(['#f08a62', '#e0574f', '#f2c14e'], at)}"/>`
    }).join('') + leaves(spot, pick, 1),
  pizza: (spot, pick) =>
    `<circle cx="160" cy="122" r="86" fill="#c98b3d"/><circle cx="160" cy="122" r="74" fill="#f0c75a"/>${Array.from(
      { length: 11 },
      (_, at) =>
        `<circle cx="${spot(at + 1, 106, 214)}" cy="${spot(at + 14, 76, 168)}" r="11" fill="${pick(['#b3342a', '#9e2f2a', '#c94f3a'], at)}"/>`,
    ).join('')}<path d="M160 48v148M86 122h148" stroke="#b97b2f" stroke-width="3"/>` + leaves(spot, pick, 3),
  glass: (_spot, _pick, liquid) =>
    `<ellipse cx="160" cy="206" rx="58" ry="12" fill="#0002"/><path d="M116 44h88l-12 156q-32 10-64 0z" fill="#ffffffb0"/><path d="M121 86h78l-9 108q-30 9-60 0z" fill="${liquid}"/><rect x="138" y="98" width="24" height="24" rx="5" fill="#ffffff8c" transform="rotate(12 150 110)"/><path d="M176 20l-12 110" stroke="#b3342a" stroke-width="6"/>`,
  cup: (_spot, pick) =>
    `<ellipse cx="160" cy="192" rx="70" ry="14" fill="#0002"/><path d="M104 96h112l-16 92q-40 12-80 0z" fill="#fff"/><ellipse cx="160" cy="96" rx="56" ry="22" fill="${pick(['#f3e3c0', '#e9c877', '#d9b16d'], 1)}"/><ellipse cx="160" cy="88" rx="34" ry="14" fill="${pick(['#7a4a24', '#b3342a', '#c98b3d'], 2)}"/>`,
}
