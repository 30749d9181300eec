import {
  readNoticePhone as readNoticePhoneRoute,
  testNoticeWhatsapp as testNoticeRoute,
} from '../../contract/notifications/choices.ts'
import * as contract from '../../contract/whatsapp/whatsapp.ts'
import * as conversations from '../../contract/whatsapp/conversations.ts'
import { on, type ServedRoute } from '../calls/call.ts'
import { cleanMessageQueue } from './outgoing/clean-queue.ts'
import {
  answerConversation,
  handBackConversation,
  holdConversation,
  readConversation,
  readConversations,
  sendOrderNotice,
  takeConversation,
} from './conversation/inbox.ts'
import { passConversation, readColleagues } from './conversation/pass-conversation.ts'
import { closePhoneConnection, disconnectWhatsapp } from './line/end-connection.ts'
import { readNoticePhone } from './outgoing/read-notice-phone.ts'
import { testNoticeWhatsapp } from './outgoing/test-notice-whatsapp.ts'
import { readUnpairedSessions, readWhatsapp } from './line/read-whatsapp.ts'
import { saveQuickAnswers } from './conversation/save-quick-answers.ts'
import { enableConversational, saveWhatsapp } from './line/save-settings.ts'
import { settleMessage } from './unconfirmed/settle-message.ts'
import { setupPhoneConnection } from './line/setup-connection.ts'

export const whatsappRoutes: readonly ServedRoute[] = [
  on(contract.readWhatsapp, readWhatsapp),
  on(contract.setupPhoneConnection, setupPhoneConnection),
  on(contract.closePhoneConnection, closePhoneConnection),
  on(contract.disconnectWhatsapp, disconnectWhatsapp),
  on(contract.readUnpairedSessions, readUnpairedSessions),
  on(contract.enableConversational, enableConversational),
  on(contract.cleanMessageQueue, cleanMessageQueue),
  on(contract.saveWhatsapp, saveWhatsapp),
  on(conversations.readConversations, readConversations),
  on(conversations.readConversation, readConversation),
  on(conversations.takeConversation, takeConversation),
  on(conversations.readColleagues, readColleagues),
  on(conversations.passConversation, passConversation),
  on(conversations.handBackConversation, handBackConversation),
  on(conversations.answerConversation, answerConversation),
  on(conversations.sendOrderNotice, sendOrderNotice),
  on(conversations.holdConversation, holdConversation),
  on(conversations.settleMessage, settleMessage),
  on(conversations.saveQuickAnswers, saveQuickAnswers),
  on(readNoticePhoneRoute, readNoticePhone),
  on(testNoticeRoute, testNoticeWhatsapp),
]
