"""Documents."""

import django.db.models.deletion
import platforms.kit.identifiers
import platforms.kit.sealed
from django.db import migrations, models


class Migration(migrations.Migration):
    """Add their tables."""

    dependencies = [
        ('compliance', '0003_verifications'),
        ('platforms', '0002_functions'),
    ]

    operations = [
        migrations.CreateModel(
            name='Document',
            fields=[
                ('id', models.UUIDField(default=platforms.kit.identifiers.new_key, editable=False, primary_key=True, serialize=False)),
                ('document_type', models.CharField(choices=[('PASSPORT', 'Passport'), ('DRIVERS_LICENSE', 'Drivers License'), ('NATIONAL_ID', 'National Id'), ('PROOF_OF_ADDRESS', 'Proof Of Address'), ('BANK_STATEMENT', 'Bank Statement'), ('TAX_RETURN', 'Tax Return'), ('CERTIFICATE_OF_INCORPORATION', 'Certificate Of Incorporation'), ('ARTICLES_OF_INCORPORATION', 'Articles Of Incorporation'), ('ARTICLES_OF_ASSOCIATION', 'Articles Of Association'), ('STATE_REGISTRY_EXCERPT', 'State Registry Excerpt'), ('GOOD_STANDING_CERTIFICATE', 'Good Standing Certificate'), ('INFORMATION_STATEMENT', 'Information Statement'), ('INCUMBENCY_CERTIFICATE', 'Incumbency Certificate'), ('BUSINESS_LICENSE', 'Business License'), ('SHAREHOLDER_REGISTER', 'Shareholder Register'), ('POWER_OF_ATTORNEY', 'Power Of Attorney'), ('UTILITY_BILL', 'Utility Bill'), ('SELFIE', 'Selfie'), ('OTHER', 'Other')], max_length=32)),
                ('side', models.CharField(blank=True, choices=[('FRONT', 'Front'), ('BACK', 'Back')], max_length=8, null=True)),
                ('country', models.CharField(max_length=2)),
                ('document_number', platforms.kit.sealed.SealedTextField(blank=True, null=True)),
                ('file_name', models.CharField(max_length=255)),
                ('content_type', models.CharField(choices=[('application/pdf', 'Pdf'), ('image/jpeg', 'Jpeg'), ('image/png', 'Png')], max_length=32)),
                ('size', models.PositiveIntegerField()),
                ('sha256', models.BinaryField()),
                ('storage_key', models.CharField(max_length=128, unique=True)),
                ('status', models.CharField(choices=[('UPLOADED', 'Uploaded'), ('SUBMITTED', 'Submitted'), ('REJECTED', 'Rejected')], default='UPLOADED', max_length=16)),
                ('created_at', models.DateTimeField()),
                ('updated_at', models.DateTimeField()),
                ('deleted_at', models.DateTimeField(blank=True, null=True)),
                ('beneficial_owner', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='documents', to='compliance.beneficialowner')),
                ('customer', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='documents', to='compliance.customer')),
                ('platform', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='platforms.platform')),
            ],
            options={
                'permissions': (('read_document', 'Can read the content of documents'),),
            },
        ),
        migrations.CreateModel(
            name='RetiredFile',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('storage_key', models.CharField(max_length=128, unique=True)),
                ('sha256', models.BinaryField()),
                ('retired_at', models.DateTimeField()),
                ('due_at', models.DateTimeField()),
                ('erased_at', models.DateTimeField(blank=True, null=True)),
                ('document', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='retired_files', to='compliance.document')),
            ],
        ),
        migrations.AddIndex(
            model_name='document',
            index=models.Index(models.F('platform'), models.OrderBy(models.F('created_at'), descending=True), models.OrderBy(models.F('id'), descending=True), condition=models.Q(('deleted_at', None)), name='document_newest_first'),
        ),
        migrations.AddIndex(
            model_name='document',
            index=models.Index(models.F('customer'), models.OrderBy(models.F('created_at'), descending=True), models.OrderBy(models.F('id'), descending=True), condition=models.Q(('deleted_at', None)), name='document_of_customer'),
        ),
        migrations.AddIndex(
            model_name='document',
            index=models.Index(models.F('beneficial_owner'), models.OrderBy(models.F('created_at'), descending=True), models.OrderBy(models.F('id'), descending=True), condition=models.Q(('deleted_at', None)), name='document_of_owner'),
        ),
        migrations.AddConstraint(
            model_name='document',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('beneficial_owner', None), ('customer__isnull', False)), models.Q(('beneficial_owner__isnull', False), ('customer', None)), _connector='OR'), name='document_has_one_holder'),
        ),
        migrations.AddConstraint(
            model_name='document',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ['UPLOADED', 'SUBMITTED', 'REJECTED'])), name='document_status_known'),
        ),
        migrations.AddConstraint(
            model_name='document',
            constraint=models.CheckConstraint(condition=models.Q(('document_type__in', ['PASSPORT', 'DRIVERS_LICENSE', 'NATIONAL_ID', 'PROOF_OF_ADDRESS', 'BANK_STATEMENT', 'TAX_RETURN', 'CERTIFICATE_OF_INCORPORATION', 'ARTICLES_OF_INCORPORATION', 'ARTICLES_OF_ASSOCIATION', 'STATE_REGISTRY_EXCERPT', 'GOOD_STANDING_CERTIFICATE', 'INFORMATION_STATEMENT', 'INCUMBENCY_CERTIFICATE', 'BUSINESS_LICENSE', 'SHAREHOLDER_REGISTER', 'POWER_OF_ATTORNEY', 'UTILITY_BILL', 'SELFIE', 'OTHER'])), name='document_type_known'),
        ),
        migrations.AddConstraint(
            model_name='document',
            constraint=models.CheckConstraint(condition=models.Q(('side', None), ('side__in', ['FRONT', 'BACK']), _connector='OR'), name='document_side_known'),
        ),
        migrations.AddConstraint(
            model_name='document',
            constraint=models.CheckConstraint(condition=models.Q(('content_type__in', ['application/pdf', 'image/jpeg', 'image/png'])), name='document_format_known'),
        ),
        migrations.AddIndex(
            model_name='retiredfile',
            index=models.Index(condition=models.Q(('erased_at', None)), fields=['due_at'], name='retired_file_due'),
        ),
    ]
