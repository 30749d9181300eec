import type { BulkKind } from '../../../contract/bulk/bulk.ts'
import type { Kind } from './kind.ts'
import { areas } from './areas.ts'
import { exportMonth } from './export.ts'
import { invite } from './invite.ts'
import { menu } from './menu.ts'
import { modifier } from './modifier.ts'
import { pauseItem } from './pause-item.ts'
import { price } from './price.ts'
import { printing } from './printing.ts'
import { reopen } from './reopen.ts'
import { resumeItem } from './resume-item.ts'
import { rules } from './rules.ts'
import { slower } from './slower.ts'
import { specialDay } from './special-day.ts'
import { stop } from './stop.ts'
import { uses } from './uses.ts'
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
  areas,
  rules,
  uses,
  printing,
  invite,
  export: exportMonth,
}

export const kindOf = <K extends BulkKind>(kind: K): Kind<K> => kinds[kind]
