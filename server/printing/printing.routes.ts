import * as agent from '../../contract/printing/print-agent.ts'
import * as contract from '../../contract/printing/printing.ts'
import * as browser from '../../contract/printing/browser-printing.ts'
import * as search from '../../contract/printing/printer-search.ts'
import { on, type ServedRoute } from '../calls/call.ts'
import { acknowledgePrintJob } from './agent/acknowledge-job.ts'
import { agentHeartbeat } from './agent/agent-heartbeat.ts'
import { downloadAgent, downloadAgentProgram, readAgentRelease } from './agent/download-agent.ts'
import { confirmBrowserTicket } from './browser/confirm-browser-ticket.ts'
import { takeBrowserTicket } from './browser/take-browser-ticket.ts'
import { deletePrinter } from './settings/delete-printer.ts'
import { pairAgent } from './agent/pair-agent.ts'
import { previewTicket } from './tickets/preview-ticket.ts'
import { createPrintAgent, deletePrintAgent, renewPairingCode } from './agent/print-agents.ts'
import { printOrder, readOrderPrints } from './print-order.ts'
import { pullPrintJobs } from './agent/pull-jobs.ts'
import { readAvailablePrinters } from './search/read-available-printers.ts'
import { searchPrinters } from './search/search-printers.ts'
import { readPrintConfig } from './settings/read-config.ts'
import { readPrintStates } from './read-states.ts'
import { dismissPrintJobs, retryPrintJobs } from './retry-jobs.ts'
import { savePrinter } from './settings/save-printer.ts'
import { savePrintSettings } from './settings/save-settings.ts'
import { updatePrintAgent } from './agent/update-agent.ts'
import { testPrinter } from './settings/test-printer.ts'

export const printingRoutes: readonly ServedRoute[] = [
  on(contract.readPrintConfig, readPrintConfig),
  on(contract.savePrintSettings, savePrintSettings),
  on(contract.savePrinter, savePrinter),
  on(contract.deletePrinter, deletePrinter),
  on(contract.testPrinter, testPrinter),
  on(search.readAvailablePrinters, readAvailablePrinters),
  on(search.searchPrinters, searchPrinters),
  on(contract.previewTicket, previewTicket),
  on(contract.printOrder, printOrder),
  on(contract.readOrderPrints, readOrderPrints),
  on(contract.retryPrintJobs, retryPrintJobs),
  on(contract.dismissPrintJobs, dismissPrintJobs),
  on(browser.takeBrowserTicket, takeBrowserTicket),
  on(browser.confirmBrowserTicket, confirmBrowserTicket),
  on(contract.readPrintStates, readPrintStates),
  on(contract.createPrintAgent, createPrintAgent),
  on(contract.renewPairingCode, renewPairingCode),
  on(contract.deletePrintAgent, deletePrintAgent),
  on(contract.updatePrintAgent, updatePrintAgent),
  on(contract.readAgentRelease, readAgentRelease),
  on(contract.downloadAgent, downloadAgent),
  on(agent.downloadAgentProgram, downloadAgentProgram),
  on(agent.pairAgent, pairAgent),
  on(agent.agentHeartbeat, agentHeartbeat),
  on(agent.pullPrintJobs, pullPrintJobs),
  on(agent.acknowledgePrintJob, acknowledgePrintJob),
]
