"""Banks are an app of their own: their tables stay as they are, and are no longer this app's."""

from django.db import migrations


class Migration(migrations.Migration):
    """Changes the state of migrations alone."""

    dependencies = [("payments", "0034_decisions_with_charges")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel("ClaimSettlement"),
                migrations.DeleteModel("Claim"),
                migrations.DeleteModel("BankException"),
                migrations.DeleteModel("BankMatch"),
                migrations.DeleteModel("BankAnswer"),
                migrations.DeleteModel("BankRule"),
                migrations.DeleteModel("BankStatementLine"),
                migrations.DeleteModel("BankStatement"),
                migrations.DeleteModel("BankIncomingFile"),
                migrations.DeleteModel("BankFile"),
                migrations.DeleteModel("BankPayment"),
                migrations.DeleteModel("BankBatch"),
                migrations.DeleteModel("RailRoute"),
                migrations.DeleteModel("BankConnection"),
            ]
        )
    ]
