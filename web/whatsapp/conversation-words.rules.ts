import type { ConversationView } from '../../contract/whatsapp/conversations.ts'
import { phoneText } from '../words/format.ts'

export const nameOf = ({ name, phone }: Pick<ConversationView, 'name' | 'phone'>): string =>
  name ?? (phone ? phoneText(`+${phone}`) : 'Cliente sem número')
