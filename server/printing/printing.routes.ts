import type { FastifyInstance } from 'fastify'
import * as agent from '../../contract/printing/print-agent.ts'
import * as contract from '../../contract/printing/printing.ts'
import type { Deps } from '../deps.ts'
import { serve } from '../http/serve.ts'
import { acknowledgePrintJob } from './acknowledge-job.ts'
import { agentHeartbeat } from './agent-heartbeat.ts'
import { deletePrinter } from './delete-printer.ts'
import { pairAgent } from './pair-agent.ts'
import { previewTicket } from './preview-ticket.ts'
import { createPrintAgent, deletePrintAgent, renewPairingCode } from './print-agents.ts'
import { printOrder, readOrderPrints } from './print-order.ts'
import { pullPrintJobs } from './pull-jobs.ts'
import { readAvailablePrinters, readPrintConfig } from './read-config.ts'
import { readPrintStates } from './read-states.ts'
import { dismissPrintJobs, retryPrintJobs } from './retry-jobs.ts'
import { savePrinter } from './save-printer.ts'
import { savePrintSettings } from './save-settings.ts'
import { testPrinter } from './test-printer.ts'

export function printingRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, deps, contract.readPrintConfig, readPrintConfig)
  serve(app, deps, contract.savePrintSettings, savePrintSettings)
  serve(app, deps, contract.savePrinter, savePrinter)
  serve(app, deps, contract.deletePrinter, deletePrinter)
  serve(app, deps, contract.testPrinter, testPrinter)
  serve(app, deps, contract.readAvailablePrinters, readAvailablePrinters)
  serve(app, deps, contract.previewTicket, previewTicket)
  serve(app, deps, contract.printOrder, printOrder)
  serve(app, deps, contract.readOrderPrints, readOrderPrints)
  serve(app, deps, contract.retryPrintJobs, retryPrintJobs)
  serve(app, deps, contract.dismissPrintJobs, dismissPrintJobs)
  serve(app, deps, contract.readPrintStates, readPrintStates)
  serve(app, deps, contract.createPrintAgent, createPrintAgent)
  serve(app, deps, contract.renewPairingCode, renewPairingCode)
  serve(app, deps, contract.deletePrintAgent, deletePrintAgent)
  serve(app, deps, agent.pairAgent, pairAgent)
  serve(app, deps, agent.agentHeartbeat, agentHeartbeat)
  serve(app, deps, agent.pullPrintJobs, pullPrintJobs)
  serve(app, deps, agent.acknowledgePrintJob, acknowledgePrintJob)
}
