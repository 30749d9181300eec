import type { BulkKind } from '../../../contract/bulk/bulk.ts'
import type { Kind } from './kind.ts'
import { menu } from './menu.ts'
import { modifier } from './modifier.ts'
import { pauseItem } from './pause-item.ts'
import { price } from './price.ts'
import { reopen } from './reopen.ts'
import { resumeItem } from './resume-item.ts'
import { slower } from './slower.ts'
import { specialDay } from './special-day.ts'
import { stop } from './stop.ts'
import { week } from './week.ts'

/** A kind without its file does not compile. */
const kinds: { readonly [K in BulkKind]: Kind<K> } = {
  stop,
  reopen,
  'pause-item': pauseItem,
  'resume-item': resumeItem,
  price,
  'special-day': specialDay,
  slower,
  modifier,
  week,
  menu,
}

export const kindOf = <K extends BulkKind>(kind: K): Kind<K> => kinds[kind]
