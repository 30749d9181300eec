import { giveCredentials as giveCredentialsRoute } from '../../contract/integrations/credentials.ts'
import * as fees from '../../contract/integrations/fees.ts'
import * as contract from '../../contract/integrations/integrations.ts'
import { readPriceParity as readPriceParityRoute } from '../../contract/integrations/price-parity.ts'
import { on, type ServedRoute } from '../calls/call.ts'
import { readCheckinCodes as readCheckinCodesRoute } from '../../contract/integrations/checkin-codes.ts'
import { readCheckinCodes } from './read-checkin-codes.ts'
import { checkIntegration, checkSetup } from './check-merchants.ts'
import { enableIntegration } from './enable-integration.ts'
import { cancelSetup, disconnectIntegration, finishSetup } from './end-connection.ts'
import { readChannelFees } from './fees.reads.ts'
import { giveCredentials } from './give-credentials.ts'
import { readIntegration, readIntegrations } from './integrations.reads.ts'
import { readSetupMerchants } from './offered-merchants.ts'
import { readPriceParity } from './price-parity.reads.ts'
import { redeemCode } from './redeem-code.ts'
import { removeChannelFees, saveChannelFees } from './save-fees.ts'
import { startSetup } from './start-setup.ts'

export const integrationsRoutes: readonly ServedRoute[] = [
  on(contract.readIntegrations, readIntegrations),
  on(contract.readIntegration, readIntegration),
  on(contract.enableIntegration, enableIntegration),
  on(fees.readChannelFees, readChannelFees),
  on(fees.saveChannelFees, saveChannelFees),
  on(fees.removeChannelFees, removeChannelFees),
  on(readPriceParityRoute, readPriceParity),
  on(contract.startSetup, startSetup),
  on(contract.redeemCode, redeemCode),
  on(giveCredentialsRoute, giveCredentials),
  on(contract.readSetupMerchants, readSetupMerchants),
  on(contract.checkSetup, checkSetup),
  on(contract.finishSetup, finishSetup),
  on(contract.cancelSetup, cancelSetup),
  on(contract.checkIntegration, checkIntegration),
  on(readCheckinCodesRoute, readCheckinCodes),
  on(contract.disconnectIntegration, disconnectIntegration),
]
