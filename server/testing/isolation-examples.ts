import { createECDH, randomUUID } from 'node:crypto'
import { noticeEvents, noticeTerms } from '../../contract/notifications/choices.ts'
import { ownOrder } from './orders.ts'

/** What a cell of the matrix aims at: a store, and things that belong to it. */
export interface Target {
  readonly storeId: string
  readonly slug: string
  readonly orderId: string
  readonly groupId: string
  readonly groupSlug: string
}

export interface Example {
  readonly input: {
    readonly params?: Record<string, string>
    readonly query?: Record<string, string>
    readonly body?: object
  }
  readonly key?: string
}

const order = (target: Target, body: object = {}): Example => ({
  input: { params: { orderId: target.orderId }, body },
})
const nothing = (): Example => ({ input: {} })
const networkPrinter = {
  name: 'Cozinha',
  kind: 'network',
  address: '192.168.0.50',
  agentId: null,
  paper: 80,
  columns: 48,
  codePage: 'cp1252',
  feedLines: 0,
  cutter: true,
  buzzer: 'none',
  drawer: 'none',
  copies: 1,
  ticket: 'kitchen',
  autoPrint: false,
  fallbackId: null,
  version: 0,
}

const incident = {
  title: 'Celular perdido',
  whatHappened: 'O celular da loja sumiu com a sessão aberta.',
  measures: 'A sessão foi encerrada.',
  peopleAffected: null,
  risky: false,
  knownAt: '2026-01-02T12:00:00.000Z',
  anpdToldAt: null,
  peopleToldAt: null,
  closed: false,
}

const category = { name: 'Doces', description: '', status: 'AVAILABLE', availability: [] }
const optionGroup = {
  name: 'Borda',
  description: '',
  status: 'AVAILABLE',
  minPermitted: 0,
  maxPermitted: 1,
  options: [{ name: 'Catupiry', description: '', status: 'AVAILABLE', priceCents: 900, maxPermitted: 1 }],
}

const usualChoices = Object.fromEntries(noticeEvents.map((event) => [event, noticeTerms[event].usual]))

/** One well-formed call of every route. A new route without an example fails the matrix. */
export const examples: Readonly<Record<string, (target: Target) => Example>> = {
  signIn: () => ({ input: { body: { email: 'ninguem@balcao.example', password: 'Errada#123' } } }),
  signInWithCustomToken: () => ({ input: { body: { customToken: 'nothing' } } }),
  sessionLogin: () => ({ input: { body: { idToken: 'nothing' } } }),
  checkSession: () => ({ input: { body: {} } }),
  getCustomToken: () => ({ input: { body: {} } }),
  revokeSession: () => ({ input: { body: {} } }),
  readIdentityProvider: nothing,
  createAccount: () => ({ input: { body: { email: 'nova@balcao.example', name: 'Nova Pessoa' } } }),
  requestPasswordReset: () => ({
    input: { body: { email: 'ninguem@balcao.example', continueUrl: 'http://localhost:3000/' } },
  }),
  readLink: () => ({ input: { body: { token: 'x'.repeat(43) } } }),
  redeemLink: () => ({ input: { body: { token: 'x'.repeat(43) } } }),
  readAccountantLinks: (target) => ({ input: { query: { selection: target.storeId } } }),
  makeAccountantLink: (target) => ({
    input: {
      query: { selection: target.storeId },
      body: { name: 'Contábil Souza', files: ['fiscal'], days: 90 },
    },
  }),
  endAccountantLink: (target) => ({
    input: { params: { id: randomUUID() }, query: { selection: target.storeId } },
  }),
  openAccountantLink: () => ({ input: { body: { token: 'x'.repeat(43) } } }),
  readAccountantFile: () => ({
    input: { body: { token: 'x'.repeat(43), file: 'fiscal', month: '2026-01', format: 'csv' } },
  }),
  readGroupMenu: (target) => ({ input: { params: { slug: target.groupSlug } } }),
  readGroupMenuOfStore: (target) => ({
    input: { params: { slug: target.groupSlug, storeId: target.storeId } },
  }),
  saveGroupMenu: (target) => ({
    input: {
      params: { slug: target.groupSlug },
      body: {
        storeId: target.storeId,
        keeps: { prices: true, hours: true, ownItems: true },
        version: 0,
      },
    },
  }),
  readGroupGrants: (target) => ({ input: { params: { id: target.groupId } } }),
  giveGroupGrant: (target) => ({
    input: {
      params: { id: target.groupId },
      body: { email: `${randomUUID()}@balcao.example`, role: 'basic' },
    },
  }),
  endGroupGrant: (target) => ({ input: { params: { id: target.groupId, grantId: randomUUID() } } }),
  readGroupOffers: nothing,
  answerGroupOffer: () => ({ input: { params: { grantId: randomUUID() }, body: { agree: true } } }),
  readSalesGoals: (target) => ({ input: { query: { selection: target.storeId } } }),
  readAlerts: (target) => ({ input: { query: { selection: target.storeId } } }),
  judgeAlert: () => ({ input: { params: { id: randomUUID() }, body: { right: true } } }),
  snoozeAlerts: () => ({ input: { body: { kind: 'few-orders', minutes: 30, version: 0 } } }),
  trustAlerts: () => ({ input: { body: { kind: 'few-orders', version: 0 } } }),
  saveSalesGoal: () => ({ input: { body: { month: '2026-11', goalCents: 100_000, version: 0 } } }),
  tryBulk: (target) => ({
    input: {
      query: { selection: target.storeId },
      body: { action: { kind: 'resume-item', item: { name: 'Pastel', code: null } } },
    },
  }),
  beginBulk: (target) => ({
    input: {
      query: { selection: target.storeId },
      body: { action: { kind: 'resume-item', item: { name: 'Pastel', code: null } } },
    },
    key: randomUUID(),
  }),
  readBulk: (target) => ({ input: { params: { id: randomUUID() }, query: { selection: target.storeId } } }),
  readRecentBulks: (target) => ({ input: { query: { selection: target.storeId } } }),
  retryBulk: (target) => ({ input: { params: { id: randomUUID() }, query: { selection: target.storeId } } }),
  undoBulk: (target) => ({ input: { params: { id: randomUUID() }, query: { selection: target.storeId } } }),
  readBulkFiles: (target) => ({
    input: { params: { id: randomUUID() }, query: { selection: target.storeId } },
  }),
  readAudit: (target) => ({ input: { query: { selection: target.storeId } } }),
  exportAudit: (target) => ({ input: { query: { selection: target.storeId } } }),
  readStoreAccess: nothing,
  readInvitations: nothing,
  checkAccess: (target) => ({ input: { params: { uid: 'ninguem', storeId: target.storeId } } }),
  grantAccess: () => ({ input: { body: { uid: 'ninguem', role: 'basic' } } }),
  removeAccess: (target) => ({ input: { params: { uid: 'ninguem', storeId: target.storeId } } }),
  inviteWithoutPassword: (target) => ({
    input: { body: { email: `${randomUUID()}@balcao.example`, role: 'basic', storeIds: [target.storeId] } },
  }),
  resendInvitation: () => ({ input: { params: { invitationId: randomUUID() } } }),
  cancelInvitation: () => ({ input: { params: { invitationId: randomUUID() } } }),
  readMyInvitations: nothing,
  acceptInvitation: () => ({ input: { params: { invitationId: randomUUID() } } }),
  declineInvitation: () => ({ input: { params: { invitationId: randomUUID() } } }),
  saveMyProfile: () => ({ input: { body: { name: 'Outro Nome', version: 0 } } }),
  startMyPhone: () => ({ input: { body: { phone: '(11) 98765-4321', version: 0 } } }),
  confirmMyPhone: () => ({ input: { body: { code: '000000' } } }),
  removeMyPhone: nothing,
  findStores: () => ({ input: { query: { q: 'loja' } } }),
  enterStore: (target) => ({ input: { body: { storeId: target.storeId, reason: 'Chamado 1' } } }),
  leaveStore: nothing,
  readFiscalNote: (target) => ({ input: { params: { orderId: target.orderId } } }),
  changeItems: (target) =>
    order(target, { items: [{ kind: 'kept', place: 0, quantity: 2 }], orderCents: 6000, version: 1 }),
  settleDueRefund: () => ({ input: { params: { refundId: randomUUID() }, body: { state: 'given' } } }),
  saveFiscalNote: (target) => order(target, { accessKey: null, version: 0 }),
  readFiscalMonth: (target) => ({ input: { query: { selection: target.storeId, month: '2026-01' } } }),
  readTerms: nothing,
  readMyTerms: nothing,
  acceptTerms: () => ({ input: { body: { sha256: '0'.repeat(64) } } }),
  findPerson: () => ({ input: { body: { phone: '(11) 98765-4321' } } }),
  exportPerson: () => ({ input: { body: { phone: '(11) 98765-4321', reason: 'A pessoa pediu' } } }),
  erasePerson: () => ({ input: { body: { phone: '(11) 98765-4321', reason: 'A pessoa pediu' } } }),
  readErasures: nothing,
  readIncidents: nothing,
  addIncident: () => ({ input: { body: incident } }),
  saveIncident: () => ({
    input: { params: { incidentId: randomUUID() }, body: { ...incident, version: 1 } },
  }),
  readMySessions: nothing,
  endMySession: () => ({ input: { params: { sessionId: randomUUID() } } }),
  endMySessions: () => ({ input: { body: { keepThis: true } } }),
  changePassword: () => ({ input: { body: { currentPassword: 'Errada#123', newPassword: 'Outra#Forte9' } } }),
  readSecondFactor: nothing,
  startSecondFactor: () => ({ input: { body: { password: 'Errada#123' } } }),
  confirmSecondFactor: () => ({ input: { body: { code: '000000' } } }),
  removeSecondFactor: () => ({ input: { body: { password: 'Errada#123', code: '000000' } } }),
  readMailbox: nothing,
  readMyAccess: nothing,
  readMyUser: nothing,
  readStore: (target) => ({ input: { params: { storeId: target.storeId } } }),
  startFreeTier: () => ({
    input: {
      body: {
        name: 'Loja Nova',
        phone: '(11) 98765-4321',
        address: {
          street: 'Rua das Acácias',
          number: '10',
          district: 'Centro',
          city: 'São Paulo',
          state: 'SP',
          zipCode: '01310-100',
        },
      },
    },
  }),
  readMyStores: nothing,
  readNoticeChoices: nothing,
  readNoticePhone: nothing,
  saveNoticeChoices: () => ({ input: { body: { choices: usualChoices, quiet: null, version: 0 } } }),
  testNoticeMail: nothing,
  testNoticeWhatsapp: nothing,
  readTutorials: nothing,
  saveTutorial: () => ({ input: { params: { guide: 'aceitar-pedidos' }, body: { done: true } } }),
  readOpenStatus: (target) => ({ input: { params: { storeId: target.storeId } } }),
  readPublicStore: (target) => ({ input: { params: { menuSlug: target.slug } } }),
  activateStore: (target) => ({ input: { params: { menuSlug: target.slug } } }),
  inactivateStore: (target) => ({ input: { params: { menuSlug: target.slug } } }),
  readChannels: (target) => ({ input: { query: { selection: target.storeId } } }),
  readUsualHour: (target) => ({ input: { query: { selection: target.storeId } } }),
  repairChannel: () => ({ input: { body: { platform: 'ifood', repair: 'check' } } }),
  readPresence: nothing,
  savePresence: () => ({ input: { body: { mode: 'warn', version: 0 } } }),
  beatBoard: (target) => ({ input: { query: { selection: target.storeId }, body: { sound: true } } }),
  readUndecidedHolidays: (target) => ({ input: { query: { selection: target.storeId } } }),
  readWorkingHours: nothing,
  saveOwnHolidays: () => ({
    input: { body: { holidays: [{ monthDay: '07-09', name: 'Revolução' }], version: 0 } },
  }),
  saveWeek: () => ({
    input: { body: { week: [{ weekday: 'MONDAY', start: '18:00', end: '02:00' }], version: 0 } },
  }),
  saveSpecialDay: () => ({
    input: { body: { day: '2090-12-25', name: 'Natal', kind: 'closed', intervals: [], version: 0 } },
  }),
  deleteSpecialDay: () => ({ input: { query: { day: '2090-12-25' } } }),
  scheduleBreak: () => ({
    input: {
      body: {
        name: 'Troca do gás',
        start: new Date(Date.now() + 3_600_000).toISOString(),
        end: new Date(Date.now() + 7_200_000).toISOString(),
      },
    },
  }),
  readBreaks: nothing,
  readBreak: () => ({ input: { params: { id: randomUUID() } } }),
  endBreak: () => ({ input: { params: { id: randomUUID() } } }),
  readIntegrations: nothing,
  readWhatsapp: nothing,
  setupPhoneConnection: () => ({
    input: { body: { driver: 'evolution', number: '11988887777', method: 'qr', acceptRisk: true } },
  }),
  closePhoneConnection: () => ({ input: { body: { connectionId: randomUUID() } } }),
  disconnectWhatsapp: nothing,
  readUnpairedSessions: () => ({ input: { query: {} } }),
  enableConversational: () => ({ input: { body: { enabled: false } } }),
  cleanMessageQueue: () => ({ input: { body: { confirm: 'LIMPAR' } } }),
  saveWhatsapp: () => ({ input: { body: { kinds: [], capCents: null, version: 0 } } }),
  readIntegration: (target) => ({ input: { params: { type: 'ifood', storeId: target.storeId } } }),
  enableIntegration: () => ({ input: { body: { type: 'ifood', merchantId: randomUUID() } } }),
  startSetup: () => ({ input: { body: { type: 'ifood', way: 'app', version: 0 } } }),
  giveCredentials: () => ({
    input: {
      body: {
        type: 'open-delivery',
        baseUrl: 'https://pedidos.example',
        clientId: 'loja',
        clientSecret: 'segredo',
        version: 1,
      },
    },
  }),
  redeemCode: () => ({ input: { body: { type: 'ifood', authorizationCode: 'ABCD-EFGH', version: 1 } } }),
  readSetupMerchants: () => ({ input: { body: { type: 'ifood' } } }),
  checkSetup: () => ({
    input: { body: { type: 'ifood', merchantId: randomUUID(), merchantSecondaryIds: [], version: 1 } },
  }),
  finishSetup: () => ({ input: { body: { type: 'ifood', version: 1 } } }),
  cancelSetup: () => ({ input: { query: { type: 'ifood', version: '1' } } }),
  checkIntegration: () => ({ input: { body: { type: 'ifood' } } }),
  readChannelFees: () => ({ input: { query: { type: 'ifood' } } }),
  saveChannelFees: () => ({
    input: {
      body: {
        type: 'ifood',
        fromDay: '2099-01-01',
        fees: { commissionBps: 1_200, paymentFeeBps: 320, monthlyFeeCents: 13_000, samePrices: false },
        version: 0,
      },
    },
  }),
  removeChannelFees: () => ({ input: { query: { type: 'ifood', fromDay: '2099-01-01', version: '0' } } }),
  readPriceParity: nothing,
  disconnectIntegration: () => ({ input: { body: { type: 'ifood', storeName: 'Própria' } } }),
  readDeliveryConfig: nothing,
  saveDeliveryConfig: () => ({ input: { body: { zones: [], version: 0 } } }),
  readDeliveryHistory: nothing,
  readDeliveryModifiers: nothing,
  saveDeliveryModifier: (target) => ({
    input: {
      body: {
        storeIds: [target.storeId],
        name: 'Chuva',
        effects: [{ kind: 'fixed', cents: 200 }],
        capCents: null,
        toCourier: false,
        when: { kind: 'manual', until: null },
        zoneIds: [],
        active: true,
      },
    },
  }),
  deleteDeliveryModifier: () => ({ input: { query: { id: randomUUID() } } }),
  readMyDeliveryModifiers: nothing,
  readModifierRuns: () => ({ input: { query: { id: randomUUID() } } }),
  quoteDelivery: () => ({ input: { body: { district: 'Centro', itemsCents: 0 } } }),
  findKnownCustomer: () => ({ input: { body: { phone: '(11) 98765-4321' } } }),
  readStoreProfile: nothing,
  saveStoreProfile: (target) => ({
    input: {
      body: {
        name: 'Loja',
        brand: 'Marca',
        code: null,
        phone: null,
        document: null,
        menuSlug: target.slug,
        pixKey: null,
        timezone: 'America/Sao_Paulo',
        address: {
          street: 'Rua das Acácias',
          number: '10',
          complement: null,
          district: 'Centro',
          city: 'São Paulo',
          state: 'SP',
          zipCode: '01310-100',
          lat: null,
          lng: null,
        },
        version: 1,
      },
    },
  }),
  saveStoreLogo: () => ({ input: { body: { logo: null, version: 1 } } }),
  readStoreLogo: (target) => ({
    input: { params: { storeId: target.storeId, logoId: '0'.repeat(64) } },
  }),
  readRecentAddresses: nothing,
  previewDayRecalculation: () => ({ input: { query: { startsAt: '05:00', from: '2026-01-01' } } }),
  recalculateDays: () => ({ input: { body: { startsAt: '05:00', from: '2026-01-01', version: 1 } } }),
  saveDayStart: () => ({ input: { body: { startsAt: '05:00', from: '2090-01-01', version: 1 } } }),
  readMyModules: nothing,
  saveMyModules: () => ({ input: { body: { modules: { scheduling: true }, version: 0 } } }),
  readModules: (target) => ({ input: { params: { storeId: target.storeId } } }),
  saveModules: (target) => ({
    input: { params: { storeId: target.storeId }, body: { modules: { scheduling: true }, version: 0 } },
  }),
  readUsage: nothing,
  saveSelfMadeMenu: () => ({ input: { body: { selfMadeMenu: true, version: 0 } } }),
  saveMenuReady: () => ({ input: { body: { menuReady: false, version: 0 } } }),
  checkUsage: nothing,
  updateChecklist: () => ({
    input: { body: { key: 'channel', action: 'skip', note: 'Só vendemos no balcão' } },
  }),
  placeTestOrder: nothing,
  readZipCode: () => ({ input: { params: { zipCode: '01310100' } } }),
  readStoresNow: (target) => ({ input: { query: { selection: target.storeId } } }),
  readHome: (target) => ({ input: { query: { selection: target.storeId } } }),
  createGroup: (target) => ({
    input: { body: { name: 'Grupo', slug: `g-${randomUUID()}`, storeIds: [target.storeId] } },
  }),
  readMyGroups: nothing,
  updateGroup: (target) => ({
    input: { params: { id: target.groupId }, body: { name: 'Outro nome', version: 1 } },
  }),
  deleteGroup: (target) => ({ input: { params: { id: target.groupId } } }),
  findGroupIdBySlug: (target) => ({ input: { params: { slug: target.groupSlug } } }),
  findGroupAddress: (target) => ({ input: { params: { slug: target.groupSlug } } }),
  readGroupBySlug: (target) => ({ input: { params: { slug: target.groupSlug } } }),
  readGroupNow: (target) => ({ input: { params: { slug: target.groupSlug }, query: {} } }),
  readGroupDay: (target) => ({ input: { params: { slug: target.groupSlug }, query: {} } }),
  readGroup: (target) => ({ input: { params: { id: target.groupId } } }),
  readBoard: (target) => ({ input: { query: { selection: target.storeId, orderIds: target.orderId } } }),
  readOrder: order,
  placeOrder: () => ({ input: { body: ownOrder() }, key: randomUUID() }),
  confirmOrder: order,
  startPreparation: order,
  markReady: order,
  dispatchOrder: order,
  deliverOrder: order,
  concludeOrder: order,
  checkDocument: (target) => order(target, { checkedBy: 'me' }),
  readOrderRules: nothing,
  readForecast: (target) => ({ input: { query: { selection: target.storeId } } }),
  readReportMails: (target) => ({ input: { query: { selection: target.storeId } } }),
  saveReportMails: () => ({ input: { body: { daily: true, weekly: false, version: 0 } } }),
  previewReportMail: () => ({ input: { query: { kind: 'daily' } } }),
  saveOrderRules: () => ({
    input: {
      params: { platform: 'balcao' },
      body: {
        autoAccept: false,
        onlyWhenOpen: true,
        maxInPreparation: null,
        cashLimitCents: null,
        firstOrderWaits: false,
        scheduledAtOnce: false,
        preparationMinutes: null,
        version: 0,
      },
    },
  }),
  readPrintConfig: nothing,
  savePrintSettings: () => ({ input: { body: { expireMinutes: 10, footer: '', version: 0 } } }),
  savePrinter: () => ({ input: { params: { id: randomUUID() }, body: networkPrinter } }),
  deletePrinter: () => ({ input: { params: { id: randomUUID() } } }),
  testPrinter: () => ({ input: { params: { id: randomUUID() } } }),
  readAvailablePrinters: nothing,
  searchPrinters: nothing,
  previewTicket: () => ({ input: { query: { ticket: 'kitchen', columns: '32' } } }),
  printOrder: (target) => ({ input: { body: { orderId: target.orderId } } }),
  readOrderPrints: order,
  retryPrintJobs: () => ({ input: { body: { jobIds: [randomUUID()] } } }),
  takeBrowserTicket: () => ({ input: { params: { id: randomUUID() }, body: {} } }),
  confirmBrowserTicket: () => ({ input: { params: { jobId: randomUUID() } } }),
  dismissPrintJobs: () => ({ input: { body: { jobIds: [randomUUID()] } } }),
  readFailedRows: (target) => ({ input: { query: { selection: target.storeId } } }),
  replayFailedRow: () => ({ input: { body: { queue: 'outbox', id: randomUUID() } } }),
  readPrintStates: (target) => ({ input: { query: { selection: target.storeId } } }),
  createPrintAgent: () => ({ input: { body: { name: `Caixa ${randomUUID().slice(0, 8)}` } } }),
  renewPairingCode: () => ({ input: { params: { id: randomUUID() } } }),
  deletePrintAgent: () => ({ input: { params: { id: randomUUID() } } }),
  updatePrintAgent: () => ({ input: { params: { id: randomUUID() } } }),
  readAgentRelease: nothing,
  downloadAgent: () => ({ input: { params: { platform: 'linux-x64' } } }),
  downloadAgentProgram: () => ({ input: { params: { version: '1.0.0' } } }),
  pairAgent: () => ({ input: { body: { code: 'nothing', software: 'test' } } }),
  agentHeartbeat: () => ({ input: { body: { software: 'test', available: [], printers: [] } } }),
  pullPrintJobs: () => ({ input: { body: { waitSeconds: 0, holding: [] } } }),
  acknowledgePrintJob: () => ({
    input: {
      params: { jobId: randomUUID() },
      body: { turn: 1, outcome: 'printed', cause: null, started: true },
    },
  }),
  readCapacity: nothing,
  setCapacity: () => ({ input: { body: { level: 'normal', version: 0 } } }),
  readMotoboys: nothing,
  readCourierDay: () => ({ input: { query: {} } }),
  addMotoboy: () => ({ input: { body: { name: 'Beto' } } }),
  updateMotoboy: () => ({
    input: { params: { motoboyId: randomUUID() }, body: { name: 'Beto', active: true } },
  }),
  setShift: () => ({ input: { params: { motoboyId: randomUUID() }, body: { open: true } } }),
  settleCash: () => ({
    input: { params: { motoboyId: randomUUID() }, body: { day: '2026-11-20', cents: 1 } },
  }),
  readKnownItems: nothing,
  readMyMenu: nothing,
  copyMyExternalMenu: () => ({ input: { body: { externalMenuUrl: 'https://loja.example/cardapio' } } }),
  searchMyMarketplaceMenu: () => ({ input: { body: {} } }),
  importMenuFile: () => ({ input: { body: { name: 'cardapio.csv', content: 'SXRlbTtQcmXDp28=' } } }),
  readMenuImport: () => ({ input: { params: { importId: randomUUID() } } }),
  rereadMenuImport: () => ({
    input: { params: { importId: randomUUID() }, body: { hidden: true, sheets: [], columns: [] } },
  }),
  applyMenuImport: () => ({
    input: { params: { importId: randomUUID() }, body: { ticked: ['new x'], menu: '0'.repeat(64) } },
  }),
  readMenuTable: () => ({ input: { query: { format: 'csv' } } }),
  readMenuVersions: nothing,
  readMenuVersion: () => ({ input: { params: { number: '1' } } }),
  changePrices: () => ({
    input: {
      body: {
        change: { by: { kind: 'percent', percent: 10 }, rounding: 'none' },
        items: [{ id: randomUUID(), version: 1 }],
        marketplaces: false,
      },
    },
  }),
  rollBackMenu: () => ({ input: { params: { number: '1' }, body: { menu: '0'.repeat(64) } } }),
  copyMyCategory: (target) => ({
    input: { params: { id: randomUUID() }, body: { storeIds: [target.storeId] } },
  }),
  copyMyMenu: (target) => ({ input: { body: { storeIds: [target.storeId] } } }),
  readMenuCopies: nothing,
  retryMenuCopy: () => ({ input: { params: { copyId: randomUUID() } } }),
  pauseMenuItem: () => ({ input: { params: { itemId: randomUUID() }, body: { until: 'tomorrow' } } }),
  pauseMenuItems: () => ({ input: { body: { itemIds: [randomUUID()] } } }),
  pauseInStores: (target) => ({
    input: {
      query: { selection: target.storeId },
      body: { stores: [{ storeId: target.storeId.split(',')[0], itemIds: [randomUUID()] }] },
    },
  }),
  resumeInStores: (target) => ({
    input: {
      query: { selection: target.storeId },
      body: { stores: [{ storeId: target.storeId.split(',')[0], itemIds: [randomUUID()] }] },
    },
  }),
  resumeMenuItem: () => ({ input: { params: { itemId: randomUUID() } } }),
  resendMenuItem: () => ({ input: { params: { itemId: randomUUID() } } }),
  resendMenuOption: () => ({ input: { params: { optionId: randomUUID() } } }),
  updateMenuItem: () => ({
    input: { params: { itemId: randomUUID() }, body: { name: 'Outro', version: 1 } },
  }),
  addMenuItem: () => ({
    input: { body: { category: 'Massas', name: `Nhoque ${randomUUID()}`, priceCents: 4_290 } },
  }),
  addMenuCategory: () => ({ input: { body: category } }),
  updateMenuCategory: () => ({
    input: { params: { categoryId: randomUUID() }, body: { ...category, version: 1 } },
  }),
  deleteMenuCategory: () => ({ input: { params: { categoryId: randomUUID() } } }),
  addOptionGroup: () => ({ input: { body: optionGroup } }),
  updateOptionGroup: () => ({
    input: { params: { groupId: randomUUID() }, body: { ...optionGroup, version: 1 } },
  }),
  deleteOptionGroup: () => ({ input: { params: { groupId: randomUUID() } } }),
  deleteMenuItem: () => ({ input: { params: { itemId: randomUUID() } } }),
  restoreInMenu: () => ({ input: { params: { deletionId: randomUUID() } } }),
  moveInMenu: () => ({ input: { body: { part: 'item', id: randomUUID(), before: null } } }),
  readMenuPhoto: (target) => ({
    input: { params: { storeId: target.storeId, photoId: '0'.repeat(64) } },
  }),
  assignMotoboy: (target) => ({ input: { body: { orderIds: [target.orderId], motoboyId: null } } }),
  advanceOrders: (target) => ({ input: { body: { orderIds: [target.orderId], action: 'ready' } } }),
  undoStep: order,
  changePayment: (target) =>
    order(target, {
      payments: [{ method: 'PIX', brand: null, cents: 100, prepaid: false, changeForCents: null }],
      version: 1,
    }),
  changeAddress: (target) =>
    order(target, {
      address: {
        street: 'Rua das Acácias',
        number: '10',
        complement: null,
        reference: null,
        district: 'Centro',
        city: 'Cidade',
        state: 'SP',
        zipCode: null,
        lat: null,
        lng: null,
      },
      notes: null,
      version: 1,
    }),
  changeDeliveryFee: (target) => order(target, { cents: 500, version: 1 }),
  messageCustomer: (target) => order(target, { text: 'Seu pedido está em preparo.' }),
  noteOrder: (target) => order(target, { text: 'Cliente liga ao chegar' }),
  revealCustomer: (target) => order(target, { reason: 'Teste' }),
  readCancellationReasons: order,
  cancelOrder: (target) => order(target, { code: 'duplicate' }),
  refundOrder: (target) => order(target, { cents: 1, reason: 'Teste' }),
  readReviews: (target) => ({ input: { query: { selection: target.storeId } } }),
  replyReview: () => ({
    input: { params: { reviewId: randomUUID() }, body: { text: 'Obrigado pela avaliação.' } },
  }),
  readChannelItems: nothing,
  matchChannelItem: () => ({ input: { body: { platform: 'ifood', sentKey: 'x-1', itemId: null } } }),
  unmatchChannelItem: () => ({ input: { body: { platform: 'ifood', sentKey: 'x-1' } } }),
  readDisputes: (target) => ({ input: { query: { selection: target.storeId } } }),
  readDisputePhoto: () => ({ input: { params: { disputeId: randomUUID(), photo: '0' } } }),
  answerDispute: () => ({ input: { params: { disputeId: randomUUID() }, body: { answer: 'accept' } } }),
  readOrderBilling: (target) => ({ input: { query: { selection: target.storeId } } }),
  readQualityReport: (target) => ({ input: { query: { selection: target.storeId } } }),
  saveQualityTargets: () => ({
    input: { body: { targets: { accept: 3, prepare: 25, wait: 8, deliver: 30, total: 55 }, version: 0 } },
  }),
  readProductReport: (target) => ({ input: { query: { selection: target.storeId } } }),
  readProductDays: (target) => ({ input: { query: { selection: target.storeId, product: 'suco' } } }),
  readCustomerReport: (target) => ({ input: { query: { selection: target.storeId } } }),
  exportCustomers: (target) => ({
    input: { query: { selection: target.storeId }, body: { reason: 'Campanha de teste' } },
  }),
  readAdsReport: (target) => ({ input: { query: { selection: target.storeId } } }),
  readMenuReport: (target) => ({ input: { query: { selection: target.storeId } } }),
  readSaleReport: (target) => ({ input: { query: { selection: target.storeId } } }),
  readStoresReport: (target) => ({ input: { query: { selection: target.storeId } } }),
  readStoreDays: (target) => ({ input: { query: { selection: target.storeId } } }),
  readDailyReport: (target) => ({ input: { query: { selection: target.storeId } } }),
  searchOrders: (target) => ({ input: { query: { selection: target.storeId } } }),
  exportOrders: (target) => ({ input: { query: { selection: target.storeId } } }),
  readPushKey: nothing,
  readPushDevices: nothing,
  addPushDevice: (target) => ({
    input: {
      body: {
        endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
        keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) },
        storeIds: [target.storeId],
      },
    },
  }),
  renewPushDevice: () => ({
    input: {
      body: {
        endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
        keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) },
        formerEndpoint: null,
      },
    },
  }),
  changePushDevice: (target) => ({
    input: { params: { deviceId: randomUUID() }, body: { events: [], storeIds: [target.storeId] } },
  }),
  testPushDevice: () => ({ input: { params: { deviceId: randomUUID() }, body: {} } }),
  removePushDevice: () => ({ input: { params: { deviceId: randomUUID() } } }),
  readAds: nothing,
  startAdsSetup: () => ({ input: { body: { version: 0 } } }),
  finishAdsSetup: () => ({
    input: {
      body: { datasetId: '1234567890', accountId: '1234567890', accessToken: 'x'.repeat(40), version: 0 },
    },
  }),
  disconnectAds: () => ({ input: { body: { version: 0 } } }),
  addAd: () => ({ input: { body: { name: `Anúncio ${randomUUID()}` } } }),
  endAd: () => ({ input: { params: { id: randomUUID() } } }),
  linkOrderToAd: () => ({
    input: { body: { orderNumber: '1', click: { code: 'ABCDEF' }, consent: false } },
  }),
  enableReferralProgram: () => ({ input: { body: { enabled: false, version: 0 } } }),
  getMyReferrals: nothing,
  countReferralClick: () => ({ input: { body: { referrerId: 'NINGUEM2' } } }),
  voidReferral: (target) => ({
    input: { body: { storeId: target.storeId, referralId: randomUUID(), reason: 'Loja de fachada' } },
  }),
  readEvents: nothing,
  readConversations: (target) => ({ input: { query: { selection: target.storeId } } }),
  readConversation: () => ({ input: { params: { conversationId: randomUUID() } } }),
  takeConversation: () => ({ input: { params: { conversationId: randomUUID() }, body: {} } }),
  saveQuickAnswers: () => ({ input: { body: { answers: [], version: 0 } } }),
  readColleagues: () => ({ input: { params: { conversationId: randomUUID() } } }),
  passConversation: () => ({ input: { params: { conversationId: randomUUID() }, body: { uid: 'ninguem' } } }),
  handBackConversation: () => ({ input: { params: { conversationId: randomUUID() }, body: {} } }),
  holdConversation: () => ({ input: { params: { conversationId: randomUUID() }, body: { hold: true } } }),
  settleMessage: () => ({ input: { params: { messageId: randomUUID() }, body: { went: true } } }),
  sendOrderNotice: () => ({ input: { params: { conversationId: randomUUID() }, body: {} } }),
  answerConversation: () => ({
    input: { params: { conversationId: randomUUID() }, body: { text: 'Já vai!' } },
  }),
}
