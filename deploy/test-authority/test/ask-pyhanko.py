"""Verifies a signed PDF with pyHanko, without network: ask-pyhanko.py FILE YEARS ROOT...

With YEARS above 0, simulates that time: the signer's certificate has expired, and time stamps were added before each one
expired. Prints one line of JSON.
"""
import asyncio
import json
import sys
from datetime import datetime, timedelta, timezone

from pyhanko.keys import load_cert_from_pemder
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import ades, async_validate_pdf_timestamp
from pyhanko.sign.validation.policy_decl import (
    PdfSignatureValidationSpec,
    RevinfoOnlineFetchingRule,
    RevocationInfoGatheringSpec,
    SignatureValidationSpec,
)
from pyhanko_certvalidator import ValidationContext
from pyhanko_certvalidator.context import CertValidationPolicySpec
from pyhanko_certvalidator.policy_decl import REQUIRE_REVINFO, CertRevTrustPolicy
from pyhanko_certvalidator.registry import SimpleTrustManager


async def main(file, years, roots):
    roots = [load_cert_from_pemder(path) for path in roots]
    then = datetime.now(timezone.utc) + timedelta(days=365 * int(years))
    policy = CertValidationPolicySpec(
        trust_manager=SimpleTrustManager.build(roots),
        revinfo_policy=CertRevTrustPolicy(REQUIRE_REVINFO),
    )
    spec = PdfSignatureValidationSpec(
        SignatureValidationSpec(
            cert_validation_policy=policy,
            revinfo_gathering_policy=RevocationInfoGatheringSpec(
                online_fetching_rule=RevinfoOnlineFetchingRule.LOCAL_ONLY
            ),
        )
    )
    with open(file, "rb") as handle:
        reader = PdfFileReader(handle)
        (signature,) = reader.embedded_regular_signatures
        result = await (
            ades.simulate_future_ades_lta_validation(signature, spec, then)
            if int(years) > 0
            else ades.ades_lta_validation(signature, spec)
        )
        status = result.api_status
        context = ValidationContext(trust_roots=roots, allow_fetching=False)
        stamps = [
            await async_validate_pdf_timestamp(stamp, context)
            for stamp in reader.embedded_timestamp_signatures
        ]
        said = {
            "verdict": result.ades_subindic.name,
            "intact": bool(status and status.intact and status.valid),
            "trusted": bool(status and status.trusted),
            "changes": status.modification_level.name if status and status.modification_level else None,
            "stamped": result.oldest_evidence_record_timestamp is not None,
            "stamps": [stamp.intact and stamp.valid and stamp.trusted for stamp in stamps],
            "reason": str(result.failure_msg or ""),
        }
    print(json.dumps(said))


asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
